/** Tool namespaces that are only loaded when they are asked for (spec 4 §2.1, §2.2). */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { wordsOf, type ContextTextId, type PackTexts } from '../../contract/texts.js';
import type { ContextInput } from '../context-input.js';
import { defineSection } from '../section.js';
import { onLines } from '../tags.js';

export const deferredToolsSection = defineSection<JsonRecord>({
  id: 'tools',
  key: 'tools',
  role: 'developer',
  label: 'tools.deferred_namespaces',
  needsFragment: false,
  snapshot: ({ settings }) => settings.deferredTools,
  read: (recorded) => (isRecord(recorded) ? recorded : undefined),
  text: (told, input) => {
    const now = input.settings.deferredTools ?? {};
    const lines =
      told.state === 'known' ? changedLines(told.snapshot, now, input) : allLines(now, input);
    return lines.length === 0 ? undefined : onLines('tools', lines.join('\n'));
  },
});

function allLines(now: JsonRecord, { texts }: ContextInput): readonly string[] {
  return listed('tools.deferred', Object.entries(now), texts);
}

/** A namespace with another description counts as added. */
function changedLines(
  before: JsonRecord,
  now: JsonRecord,
  { texts }: ContextInput,
): readonly string[] {
  const added = Object.entries(now).filter(([name, text]) => before[name] !== text);
  const removed = Object.entries(before).filter(([name]) => now[name] === undefined);
  const isNoneLeft = removed.length > 0 && Object.keys(now).length === 0;
  return [
    ...listed('tools.deferred-added', added, texts),
    ...listed('tools.deferred-removed', removed, texts),
    ...(isNoneLeft ? [wordsOf(texts, 'tools.deferred-none')] : []),
  ];
}

function listed(
  lead: ContextTextId,
  tools: readonly (readonly [string, unknown])[],
  texts: PackTexts,
): readonly string[] {
  if (tools.length === 0) return [];
  const lines = tools.map(([name, description]) => `- ${name}: ${String(description)}`);
  return [wordsOf(texts, lead), ...lines];
}
