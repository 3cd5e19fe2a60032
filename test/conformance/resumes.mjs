// Holds what a resume would send against what the reference binary sent: for each recorded rollout that was resumed,
// the settings that the binary recorded afterwards are given to `--context resume` on the rollout before.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderRollout } from '../../dist/index.js';
import { readCases } from './recordings.mjs';
import { replay } from './told-turns.mjs';

/** @typedef {Record<string, any>} Json */
/** @typedef {{ name: string, found: string, expected: string }} Miss */

const keys = ['model', 'instructions', 'input'];

/**
 * @param {string} root a folder of recordings
 * @param {{ pack: string, rules: string, only?: readonly string[] }} options
 * @returns {{ equal: number, total: number, misses: Miss[] }}
 */
export function compareResumes(root, { pack, rules, only = [] }) {
  const cases = readCases(root).filter(
    ({ name, folder, requests }) =>
      (only.length === 0 || only.some((prefix) => name.includes(prefix))) &&
      existsSync(join(folder, 'rollout-before.jsonl')) &&
      requests.some(isPrompted),
  );
  /** @type {Miss[]} */
  const misses = [];
  for (const recorded of cases) {
    const difference = compareCase(recorded, { root, pack, rules });
    if (difference !== undefined) misses.push({ name: recorded.name, ...difference });
  }
  return { equal: cases.length - misses.length, total: cases.length, misses };
}

/** Others began with a compaction. @param {import('./recordings.mjs').RecordedCase['requests'][number]} request */
function isPrompted({ name, body }) {
  const last = body?.input?.at(-1);
  return name === 'request-0.json' && last?.role === 'user' && textOf(last) === 'NEXT';
}

/**
 * @param {import('./recordings.mjs').RecordedCase} recorded
 * @param {{ root: string, pack: string, rules: string }} options
 * @returns {Omit<Miss, 'name'> | undefined} how it differs
 */
function compareCase({ folder, rollouts, requests }, { root, pack, rules }) {
  const before = readFileSync(join(folder, 'rollout-before.jsonl'));
  const wanted = requests.find(({ name }) => name === 'request-0.json')?.body;
  const [after = ''] = rollouts;
  const settings = settingsAfter(readLines(after), before, wanted);
  const work = mkdtempSync(join(tmpdir(), 'promptmill-resume-'));
  try {
    const agentsMd = join(work, 'AGENTS.md');
    writeFileSync(agentsMd, settings.agentsMd);
    const tools = join(work, 'tools.json');
    writeFileSync(tools, JSON.stringify(toolsOf(wanted)));
    const [rendered] = renderRollout(before, {
      file: after,
      loader: 'codex',
      rules,
      pack,
      catalog: join(root, 'catalog.json'),
      context: 'resume',
      set: [settings.set],
      agentsMd,
      tools,
      prompt: textOf(wanted.input.at(-1)),
    });
    return difference(rendered?.request ?? {}, wanted);
  } catch (error) {
    return { found: String(error), expected: '' };
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Tools are recorded in no rollout. @param {Json} wanted @returns {unknown} */
function toolsOf(wanted) {
  const item = wanted.input.find((/** @type {Json} */ { type }) => type === 'additional_tools');
  return item?.tools ?? wanted.tools ?? [];
}

/** @param {string} file @returns {Json[]} */
function readLines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const value = JSON.parse(line);
        return value === null ? [] : [value];
      } catch {
        return [];
      }
    });
}

/**
 * The settings that the binary ran the resumed turn with, as it recorded them.
 * @param {Json[]} lines the rollout afterwards
 * @param {Buffer} before
 * @param {Json} wanted the request
 * @returns {{ set: Json, agentsMd: string }}
 */
function settingsAfter(lines, before, wanted) {
  const ofType = (/** @type {string} */ type) =>
    lines.filter((line) => line.type === type).map(({ payload }) => payload);
  const turn = ofType('turn_context').at(-1) ?? {};
  const state = replay(lines);
  const environment = Object.values(state.environments?.environments ?? {})[0] ?? {};
  const set = {
    model: turn.model,
    model_reasoning_effort: turn.effort,
    personality: turn.personality,
    approval_policy: turn.approval_policy,
    approvals_reviewer: turn.approvals_reviewer,
    sandbox_mode: turn.sandbox_policy?.type,
    cwd: turn.cwd,
    shell: environment.shell,
    current_date: state.environments?.current_date,
    timezone: state.environments?.timezone,
    collaboration_mode: turn.collaboration_mode?.mode,
    collaboration_instructions: turn.collaboration_mode?.settings?.developer_instructions ?? '',
    realtime_active: state.realtime?.active,
    deferred_tools: state.tools ?? {},
    skills_text:
      state.host_skills?.body === undefined
        ? ''
        : `<skills_instructions>${state.host_skills.body}</skills_instructions>`,
    developer_instructions: plainText(wanted, before.toString('utf8')),
  };
  const given = Object.entries(set).filter(([, value]) => value !== undefined && value !== null);
  return { set: Object.fromEntries(given), agentsMd: state.agents_md?.text ?? '' };
}

/** Developer instructions are recorded nowhere but in the message that tells them. @param {Json} wanted @param {string} before */
function plainText(wanted, before) {
  // The base instructions of newer releases come first, as a message of their own.
  const items = wanted.instructions === undefined ? wanted.input.slice(1) : wanted.input;
  const parts = items
    .filter((/** @type {Json} */ item) => item.role === 'developer')
    .flatMap((/** @type {Json} */ item) => item.content ?? [])
    .map((/** @type {Json} */ part) => part.text ?? '');
  return parts.find(
    (/** @type {string} */ text) =>
      !text.startsWith('<') && !before.includes(JSON.stringify(text).slice(1, -1)),
  );
}

/** @param {Json} item @returns {string} */
function textOf(item) {
  return (item?.content ?? []).map((/** @type {Json} */ part) => part.text ?? '').join('');
}

/** Ids of turns and items are drawn when a request is sent. @param {string} key @param {unknown} value */
function withoutChance(key, value) {
  return key === 'id' || key === 'internal_chat_message_metadata_passthrough' ? undefined : value;
}

/** @param {Json} found @param {Json} wanted @returns {Omit<Miss, 'name'> | undefined} */
function difference(found, wanted) {
  for (const key of keys) {
    const [one, other] = [found[key], wanted[key]].map(
      (value) => JSON.stringify(value, withoutChance) ?? '',
    );
    if (one !== other) return { found: one, expected: other };
  }
  return undefined;
}
