/** Checks a trajectory by the rules of ATIF 1.7 (formats §2.5): no unknown key, steps without gaps, outputs with their calls. */

import type { FileCheck, ReportFault } from '../../contract/export.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import {
  anyObject,
  byMember,
  checkShape,
  count,
  eitherOf,
  flag,
  listOf,
  objectOf,
  oneOf,
  type Shape,
  text,
  told,
} from '../check/check-shape.js';
import { arrayIn } from '../json-values.js';
import { atifImageTypes } from './atif-content.js';

export const schemaVersion = 'ATIF-v1.7';

const number: Shape = {
  expected: 'a number',
  accepts: (value) => typeof value === 'number' && Number.isFinite(value),
};

const time: Shape = {
  expected: 'a time as ISO 8601',
  accepts: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT/.test(value) &&
    !Number.isNaN(Date.parse(value)),
};

const content = eitherOf(
  text,
  listOf(
    byMember('type', {
      text: strict({ type: text, text }),
      image: strict({
        type: text,
        source: strict({ media_type: oneOf(...atifImageTypes), path: text }),
      }),
    }),
  ),
);

const subagent = strict(
  {},
  { trajectory_id: text, trajectory_path: text, session_id: text, extra: anyObject },
);

const result = strict(
  {},
  {
    source_call_id: text,
    content,
    subagent_trajectory_ref: listOf(subagent),
    extra: anyObject,
  },
);

const metrics = strict(
  {},
  {
    prompt_tokens: count,
    completion_tokens: count,
    cached_tokens: count,
    cost_usd: number,
    prompt_token_ids: listOf(count),
    completion_token_ids: listOf(count),
    logprobs: listOf(number),
    extra: anyObject,
  },
);

const agentOnly = {
  model_name: text,
  reasoning_effort: eitherOf(text, number),
  reasoning_content: text,
  tool_calls: listOf(
    strict({ tool_call_id: text, function_name: text, arguments: anyObject }, { extra: anyObject }),
  ),
  metrics,
};

const step = strict(
  { step_id: count, source: oneOf('system', 'user', 'agent'), message: content },
  {
    ...agentOnly,
    timestamp: time,
    observation: strict({ results: listOf(result) }),
    is_copied_context: flag,
    llm_call_count: count,
    extra: anyObject,
  },
);

const trajectory = strict(
  {
    schema_version: oneOf(schemaVersion),
    agent: strict(
      { name: text, version: text },
      { model_name: text, tool_definitions: listOf(anyObject), extra: anyObject },
    ),
    steps: listOf(step),
  },
  {
    session_id: text,
    trajectory_id: text,
    notes: text,
    final_metrics: strict(
      {},
      {
        total_prompt_tokens: count,
        total_completion_tokens: count,
        total_cached_tokens: count,
        total_cost_usd: number,
        total_steps: count,
        extra: anyObject,
      },
    ),
    continued_trajectory_ref: text,
    extra: anyObject,
    subagent_trajectories: listOf(anyObject),
  },
);

export const checkAtif: FileCheck = {
  form: 'json',
  start: () => (value, report) => {
    checkShape(value, trajectory, { path: '', report });
    const steps = arrayIn(isRecord(value) ? value['steps'] : undefined);
    if (steps.length === 0) {
      report({ path: '/steps', found: 'none', expected: 'one step at least' });
    }
    for (const [index, element] of steps.entries()) {
      if (isRecord(element)) checkStep(element, index, report);
    }
  },
};

function checkStep(record: JsonRecord, index: number, report: ReportFault): void {
  const path = `/steps/${String(index)}`;
  const number = record['step_id'];
  if (number !== index + 1) {
    report({ path: `${path}/step_id`, found: told(number), expected: String(index + 1) });
  }
  if (record['source'] !== 'agent') {
    for (const key of Object.keys(agentOnly).filter((name) => Object.hasOwn(record, name))) {
      report({ path: `${path}/${key}`, found: key, expected: 'it on steps of the agent only' });
    }
  }
  const called = new Set(membersIn(record['tool_calls'], 'tool_call_id'));
  const { results } = isRecord(record['observation']) ? record['observation'] : {};
  for (const [at, id] of membersIn(results, 'source_call_id').entries()) {
    if (id === undefined || called.has(id)) continue;
    const place = `${path}/observation/results/${String(at)}/source_call_id`;
    report({ path: place, found: told(id), expected: 'a call of the same step' });
  }
}

function membersIn(list: unknown, key: string): readonly unknown[] {
  return arrayIn(list).map((element) => (isRecord(element) ? element[key] : undefined));
}

/** An object that takes no other members. */
function strict(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return objectOf({ required, optional, others: 'refused' });
}
