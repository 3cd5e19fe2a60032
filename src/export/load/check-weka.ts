/** Checks Weka traces: members, of which consumers allow no other, times, and block ids (formats §3.1). */

import type { FileCheck } from '../../contract/export.js';
import { isRecord } from '../../contract/json-record.js';
import { BlockIdCheck, type IdPlace } from './check-block-ids.js';
import {
  anyList,
  anyObject,
  checkMembers,
  count,
  counts,
  numberOf,
  numbersOf,
  oneOf,
  optional,
  text,
  texts,
  time,
} from './check-members.js';

const prefixRules = { tool_tokens: optional(count), system_tokens: optional(count) };

const traceRules = {
  id: text,
  models: texts,
  block_size: count,
  hash_id_scope: oneOf('local', 'global'),
  ...prefixRules,
  requests: anyList,
  totals: optional(anyObject),
};

const requestRules = {
  t: time,
  type: oneOf('n', 's'),
  model: text,
  in: count,
  out: count,
  hash_ids: counts,
  input_types: optional(texts),
  output_types: optional(texts),
  stop: optional(oneOf('', 'tool_use', 'end_turn')),
  api_time: optional(time),
  think_time: optional(time),
};
const streamedRules = { ...requestRules, ttft: optional(time) };

const agentRules = {
  t: time,
  type: oneOf('subagent'),
  agent_id: text,
  subagent_type: text,
  duration_ms: optional(count),
  total_tokens: optional(count),
  tool_use_count: optional(count),
  status: text,
  models: texts,
  ...prefixRules,
  requests: anyList,
};

export const checkWeka: FileCheck = {
  form: 'json',
  start: () => (value, report) => {
    const trace = checkMembers(value, traceRules, { path: '', report });
    if (trace === undefined) return;
    const isLocal = trace['hash_id_scope'] === 'local';
    const check = new TraceCheck(numberOf(trace['block_size']), isLocal);
    check.requests(trace['requests'], { path: '/requests', report });
  },
};

class TraceCheck {
  readonly #blockTokens: number;
  readonly #ids: BlockIdCheck;

  constructor(blockTokens: number, isLocal: boolean) {
    this.#blockTokens = blockTokens;
    this.#ids = new BlockIdCheck(isLocal ? 1 : undefined);
  }

  requests(value: unknown, { path, report }: IdPlace): void {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [];
    let newest = 0;
    for (const [index, entry] of entries.entries()) {
      const place = { path: `${path}/${String(index)}`, report };
      const t = this.#entry(entry, place);
      if (t < newest) {
        const expected = `${String(newest)} or more, as in the entry before`;
        report({ path: `${place.path}/t`, found: String(t), expected });
      }
      newest = Math.max(newest, t);
    }
  }

  #entry(entry: unknown, place: IdPlace): number {
    const type = isRecord(entry) ? entry['type'] : undefined;
    if (type === 'subagent') {
      const agent = checkMembers(entry, agentRules, place);
      if (agent === undefined) return 0;
      this.requests(agent['requests'], { ...place, path: `${place.path}/requests` });
      return numberOf(agent['t']);
    }
    const request = checkMembers(entry, type === 's' ? streamedRules : requestRules, place);
    if (request === undefined) return 0;
    this.#blocks(numberOf(request['in']), numbersOf(request['hash_ids']), {
      ...place,
      path: `${place.path}/hash_ids`,
    });
    return numberOf(request['t']);
  }

  /** Full blocks only. */
  #blocks(tokens: number, ids: readonly number[], place: IdPlace): void {
    const expected = Math.floor(tokens / this.#blockTokens);
    if (ids.length !== expected) {
      place.report({
        path: place.path,
        found: `${String(ids.length)} blocks`,
        expected: `${String(expected)}: ${String(tokens)} tokens in full blocks of ${String(this.#blockTokens)}`,
      });
    }
    this.#ids.add(ids, place);
  }
}
