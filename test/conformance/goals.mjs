#!/usr/bin/env node
// Renders the goal items of the recordings anew. The texts are taken from the recordings themselves: what stood in for a
// placeholder is put back, items of the same kind must give the same text, and that text filled in must give the item.
//
//   goals.mjs   prints equal and total by release

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { goalSteering } from '../../dist/context/goal-steering.js';
import { rulesById } from '../../dist/contract/rules.js';
import { loadPack } from '../../dist/packs/load-pack.js';
import { isThere, RELEASES } from './place.mjs';

const CASES = [
  '19-goal-continuation',
  '20-goal-budget',
  '21-goal-update-objective',
  '44-goal-cached-tokens',
];

/** @typedef {'continuation' | 'budget-limit' | 'objective-edited'} Prompt */

/**
 * @typedef {object} RecordedGoal
 * @property {string} place
 * @property {Prompt} prompt
 * @property {string} template
 * @property {import('../../dist/context/goal-steering.js').Goal} goal
 * @property {any[]} items   as recorded, without id and metadata; the objective's output in front where it is new
 */

/** @param {import('./place.mjs').Release} release */
export function compareGoals({ version, root }) {
  const rules = rulesById(version);
  const recorded = CASES.map((name) => join(root, name, 'rollout.jsonl'))
    .filter((path) => existsSync(path))
    .flatMap(readGoals);
  /** @type {Map<string, string>} */
  const templates = new Map();
  const misses = [];
  for (const { place, prompt, template, goal, items } of recorded) {
    const known = templates.get(prompt) ?? template;
    templates.set(prompt, known);
    if (known !== template) misses.push(`${place}: another text than the item before it`);
    const texts = { ...loadPack(undefined).texts, [`goal.${prompt}`]: known };
    const made = rules === undefined ? [] : goalSteering(prompt, goal, { texts, rules });
    // The objective's output is only repeated when it changes.
    const wanted = JSON.stringify(items);
    const found = JSON.stringify(made.slice(made.length - items.length));
    if (found !== wanted) misses.push(`${place}: ${prompt} is not the recorded item`);
  }
  return { equal: recorded.length - misses.length, total: recorded.length, misses };
}

/** @param {string} path @returns {RecordedGoal[]} */
function readGoals(path) {
  const goals = [];
  let objective = '';
  /** @type {any[]} */
  let outputs = [];
  for (const [index, line] of readFileSync(path, 'utf8').trimEnd().split('\n').entries()) {
    const { type, payload } = JSON.parse(line);
    if (type === 'event_msg' && payload.type === 'thread_goal_updated') {
      objective = payload.goal.objective;
    }
    if (type !== 'response_item') continue;
    if (payload.type === 'function_call_output' && payload.call_id === undefined) {
      outputs.push(withoutIdentity(payload));
      continue;
    }
    const text = payload.role === 'user' ? payload.content[0]?.text : undefined;
    if (text?.startsWith('<codex_internal_context source="goal">') !== true) continue;
    const place = `${path}:${String(index + 1)}`;
    goals.push({
      place,
      ...readText(text, objective),
      items: [...outputs, withoutIdentity(payload)],
    });
    outputs = [];
  }
  return goals;
}

/** @param {any} item */
function withoutIdentity({
  id: _id,
  internal_chat_message_metadata_passthrough: _metadata,
  ...item
}) {
  return item;
}

/** Puts placeholders where values stand: list items that are numbers or stand for one, and the element of the objective. */
function readText(/** @type {string} */ text, /** @type {string} */ objective) {
  const body = text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n'));
  const names = [];
  const rows = body.split('\n').filter((row) => valueOf(row) !== undefined);
  const values = rows.map((row) => valueOf(row) ?? '');
  const isBudget = / /.test(values[0] ?? '');
  const isEdit = body.includes('\n<untrusted_objective>\n');
  names.push(
    ...(isBudget
      ? ['time_used_seconds', 'tokens_used', 'token_budget']
      : ['tokens_used', 'token_budget', 'remaining_tokens']),
  );
  let template = body.replace(
    /(\n<(untrusted_objective|objective)>\n)[^]*?(\n<\/\2>\n)/,
    '$1{{ objective }}$3',
  );
  for (const [index, row] of rows.entries()) {
    const value = (values[index] ?? '').split(' ')[0] ?? '';
    const at = row.lastIndexOf(value, row.length);
    const filled = `${row.slice(0, row.indexOf(': ') + 2)}{{ ${names[index] ?? ''} }}${row.slice(at + value.length)}`;
    template = template.replace(row, filled);
  }
  const numberOf = (/** @type {string} */ name) => {
    const value = values[names.indexOf(name)];
    return value === undefined || !/^\d/.test(value) ? undefined : Number.parseInt(value, 10);
  };
  /** @type {Prompt} */
  let prompt = isEdit ? 'objective-edited' : 'continuation';
  if (isBudget) prompt = 'budget-limit';
  return {
    prompt,
    template,
    goal: {
      objective,
      tokensUsed: numberOf('tokens_used') ?? 0,
      tokenBudget: numberOf('token_budget'),
      timeUsedSeconds: numberOf('time_used_seconds') ?? 0,
    },
  };
}

/** @param {string} row */
function valueOf(row) {
  return /^- [^:]+: (\d+(?: [a-z]+)?|none|unbounded|unknown)$/.exec(row)?.[1];
}

function main() {
  let problems = 0;
  for (const release of RELEASES) {
    if (!isThere(release.root)) {
      console.log(`${release.version}: skipped, no recordings`);
      continue;
    }
    const { equal, total, misses } = compareGoals(release);
    problems += misses.length;
    console.log(
      [`${release.version}: ${String(equal)} of ${String(total)} goal items equal`, ...misses].join(
        '\n  ',
      ),
    );
  }
  process.exitCode = problems === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
