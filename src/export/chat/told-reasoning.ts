/** Reasoning as one text: what the model thought where it is recorded, else its summary. */

import type { ChatMessage } from '../../contract/chat.js';

/** @returns undefined where none can be read */
export function toldReasoning({ reasoning }: ChatMessage): string | undefined {
  if (reasoning === undefined) return undefined;
  const { text, summary } = reasoning;
  const told = (text.length > 0 ? text : summary).join('\n\n');
  return told === '' ? undefined : told;
}
