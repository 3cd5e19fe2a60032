/** Checks Weka traces: members, of which consumers allow no other, times, and block ids (formats §3.1). */

import type { FileCheck } from '../../contract/export.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { anything, list, object, oneOf, record, text, whole } from '../check/shape.js';
import { BlockIdCheck } from './check-block-ids.js';
import {
  Clock,
  count,
  counts,
  numberIn,
  numbersIn,
  type Place,
  recordOf,
  time,
} from './trace-shapes.js';

const prefixes = { tool_tokens: count, system_tokens: count };
const texts = list(text);
const entries = list(anything, 1);

const trace = record({
  required: {
    id: text,
    models: texts,
    block_size: whole(1),
    hash_id_scope: oneOf('local', 'global'),
    requests: entries,
  },
  optional: { ...prefixes, totals: object },
  others: 'refused',
});

const requestMembers = {
  required: {
    t: time,
    type: oneOf('n', 's'),
    model: text,
    in: count,
    out: count,
    hash_ids: counts,
  },
  optional: {
    input_types: texts,
    output_types: texts,
    stop: oneOf('', 'tool_use', 'end_turn'),
    api_time: time,
    think_time: time,
  },
  others: 'refused',
} as const;
const request = record(requestMembers);
const streamed = record({
  ...requestMembers,
  optional: { ...requestMembers.optional, ttft: time },
});

const agent = record({
  required: {
    t: time,
    type: oneOf('subagent'),
    agent_id: text,
    subagent_type: text,
    status: text,
    models: texts,
    requests: entries,
  },
  optional: { ...prefixes, duration_ms: count, total_tokens: count, tool_use_count: count },
  others: 'refused',
});

export const checkWeka: FileCheck = {
  form: 'json',
  start: () => (value, report) => {
    const file = recordOf(trace, value, { path: '', report });
    if (file === undefined) return;
    new TraceCheck(file).requests(file['requests'], { path: '/requests', report });
  },
};

class TraceCheck {
  readonly #blockTokens: number;
  readonly #ids: BlockIdCheck;

  constructor(file: JsonRecord) {
    this.#blockTokens = numberIn(file['block_size']);
    // Global ids go on from other files.
    this.#ids = new BlockIdCheck(file['hash_id_scope'] === 'local' ? 1 : undefined);
  }

  requests(value: unknown, { path, report }: Place): void {
    const clock = new Clock();
    const rows: readonly unknown[] = Array.isArray(value) ? value : [];
    for (const [index, row] of rows.entries()) {
      const place = { path: `${path}/${String(index)}`, report };
      const read = this.#entry(row, place);
      if (read === undefined) continue;
      clock.add(numberIn(read['t']), { path: `${place.path}/t`, report });
    }
  }

  #entry(row: unknown, place: Place): JsonRecord | undefined {
    const type = isRecord(row) ? row['type'] : undefined;
    if (type === 'subagent') {
      const read = recordOf(agent, row, place);
      this.requests(read?.['requests'], { ...place, path: `${place.path}/requests` });
      return read;
    }
    const read = recordOf(type === 's' ? streamed : request, row, place);
    if (read !== undefined) this.#blocks(read, { ...place, path: `${place.path}/hash_ids` });
    return read;
  }

  /** Full blocks only. */
  #blocks({ in: tokens, hash_ids: hashIds }: JsonRecord, place: Place): void {
    const ids = numbersIn(hashIds);
    const expected = Math.floor(numberIn(tokens) / this.#blockTokens);
    if (ids.length !== expected) {
      place.report({
        path: place.path,
        found: `${String(ids.length)} blocks for ${String(numberIn(tokens))} tokens`,
        expected: `${String(expected)} full blocks of ${String(this.#blockTokens)}`,
      });
    }
    this.#ids.add(ids, place);
  }
}
