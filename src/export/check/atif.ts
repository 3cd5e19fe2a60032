/** Checks a trajectory by the rules of ATIF 1.7 (formats §2.5): no unknown key, steps without gaps, outputs with their calls. */

import type { FileCheck, ReportFault } from '../../contract/export.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { arrayIn } from '../json-values.js';
import {
  byMember,
  flag,
  foundText,
  list,
  matching,
  number,
  object,
  oneOf,
  record,
  type Shape,
  text,
  textOr,
  whole,
} from './shape.js';

export const schemaVersion = 'ATIF-v1.7';

/** The kinds of images a step may show. */
export const atifImageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

const time = matching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/,
  'a time as ISO 8601',
);

const content = textOr(
  list(
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
  { trajectory_id: text, trajectory_path: text, session_id: text, extra: object },
);

const result = strict(
  {},
  {
    source_call_id: text,
    content,
    subagent_trajectory_ref: list(subagent),
    extra: object,
  },
);

const metrics = strict(
  {},
  {
    prompt_tokens: whole(0),
    completion_tokens: whole(0),
    cached_tokens: whole(0),
    cost_usd: number,
    prompt_token_ids: list(whole(0)),
    completion_token_ids: list(whole(0)),
    logprobs: list(number),
    extra: object,
  },
);

const agentOnly = {
  model_name: text,
  reasoning_effort: textOr(number),
  reasoning_content: text,
  tool_calls: list(
    strict({ tool_call_id: text, function_name: text, arguments: object }, { extra: object }),
  ),
  metrics,
};

const step = strict(
  { step_id: whole(0), source: oneOf('system', 'user', 'agent'), message: content },
  {
    ...agentOnly,
    timestamp: time,
    observation: strict({ results: list(result) }),
    is_copied_context: flag,
    llm_call_count: whole(0),
    extra: object,
  },
);

const trajectory = strict(
  {
    schema_version: oneOf(schemaVersion),
    agent: strict(
      { name: text, version: text },
      { model_name: text, tool_definitions: list(object), extra: object },
    ),
    steps: list(step),
  },
  {
    session_id: text,
    trajectory_id: text,
    notes: text,
    final_metrics: strict(
      {},
      {
        total_prompt_tokens: whole(0),
        total_completion_tokens: whole(0),
        total_cached_tokens: whole(0),
        total_cost_usd: number,
        total_steps: whole(0),
        extra: object,
      },
    ),
    continued_trajectory_ref: text,
    extra: object,
    subagent_trajectories: list(object),
  },
);

export const checkAtif: FileCheck = {
  form: 'json',
  start: () => (value, report) => {
    trajectory(value, '', report);
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
    report({ path: `${path}/step_id`, found: foundText(number), expected: String(index + 1) });
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
    report({ path: place, found: foundText(id), expected: 'a call of the same step' });
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
  return record({ required, optional, others: 'refused' });
}
