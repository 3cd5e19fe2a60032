/** Decodes items that no rollout holds, what a server returned for instance, as if they stood in one. */

import type { JsonRecord } from '../contract/json-record.js';
import type { RulesId } from '../contract/rules.js';
import type { HistoryEntry } from '../history/compact-entry.js';
import { inMemory } from '../sources/memory-bytes.js';
import { historyAt } from './history-at.js';
import type { PreparedContext } from './prepare-context.js';

/**
 * @param items as parsed JSON; what the reference program would not record (placeholders, system messages) is left out
 * @param rules the release that is to have read them
 */
export function decodeItems(
  items: readonly JsonRecord[],
  rules: RulesId,
  context: PreparedContext,
): readonly HistoryEntry[] {
  const file = 'the items';
  const timestamp = '2000-01-01T00:00:00.000Z';
  const id = '00000000-0000-7000-8000-000000000000';
  const meta = { id, timestamp, cwd: '/', originator: 'promptmill', cli_version: `${rules}.0` };
  const lines = [
    { timestamp, type: 'session_meta', payload: meta },
    ...items.map((payload) => ({ timestamp, type: 'response_item', payload })),
  ];
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const input = {
    file,
    bytes: inMemory(bytes),
    segments: [{ file, startBytes: 0, endBytes: bytes.length }],
  };
  const options = { ...context.options, rules, loader: 'lenient' } as const;
  return historyAt(input, { kind: 'next' }, { ...context, options }).entries;
}
