/** Reasoning items, as reasoning of the neutral form. */

import type { ChatReasoning } from '../../contract/chat.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { readableTexts } from '../encrypted-reasoning.js';
import { stringIn } from '../json-values.js';
import type { LossList } from '../loss-list.js';

export interface ReasoningOptions {
  /** What only the server that made it can read. */
  readonly encryptedReasoning: 'keep' | 'drop';
  readonly losses: LossList;
}

/** @returns undefined when nothing of it stays */
export function readReasoning(
  item: JsonRecord,
  from: string,
  { encryptedReasoning, losses }: ReasoningOptions,
): ChatReasoning | undefined {
  const sealed = stringIn(item['encrypted_content']);
  const keepsSealed = encryptedReasoning === 'keep';
  if (sealed !== undefined && !keepsSealed) {
    losses.add('left_out.encrypted_reasoning', `${from}/encrypted_content`, sealed);
  }
  const summary = readableTexts(item['summary']);
  const text = readableTexts(item['content']);
  const encrypted = sealed !== undefined && keepsSealed ? [sealed] : [];
  if (summary.length + text.length + encrypted.length === 0) return undefined;
  return { summary, text, encrypted, from: [from] };
}
