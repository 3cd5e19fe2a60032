/** The text on the memory folder, with its summary in it (spec 1 §7.8). */

import { wordsOf } from '../contract/texts.js';
import type { ContextInput } from './context-input.js';

/** Places that the pack's text may have; one without a place for the summary gets it at the end. */
const folderPlace = '{{ memory_folder }}';
const summaryPlace = '{{ memory_summary }}';

/** Undefined where there is no summary. It has no tags. */
export function memoryText({ settings, texts }: ContextInput): string | undefined {
  const { memory, memoryFolder = '' } = settings;
  if (memory === undefined || memory === '') return undefined;
  const lead = wordsOf(texts, 'memory.lead').split(folderPlace).join(memoryFolder);
  return lead.includes(summaryPlace)
    ? lead.split(summaryPlace).join(memory)
    : `${lead}\n\n${memory}`;
}
