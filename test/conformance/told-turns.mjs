// Holds what a turn was told of its context against what we tell: the rollout before the turn, resumed under the settings
// that the turn recorded, must give the items of the turn's first request.
//
// What no rollout records is taken from the words of the turn itself: developer instructions, hints, skills.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderRollout } from '../../dist/index.js';

/** @typedef {Record<string, any>} Json */
/** @typedef {{ name: string, found: string, expected: string }} Miss */
/** @typedef {{ equal: number, total: number, leftOut: number, misses: Miss[] }} Comparison */
/** @typedef {{ index: number, settings: Json, agentsMd: string, prompt: string, line: number }} Turn */

/**
 * @param {string} file a rollout
 * @param {{ catalog: string, pack: string, name: string }} options
 * @returns {Comparison}
 */
export function compareTurns(file, { catalog, pack, name }) {
  const raw = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const lines = raw.map(parsed);
  const shared = { file, loader: /** @type {const} */ ('codex'), pack, catalog };
  const comparison = { equal: 0, total: 0, leftOut: 0, misses: /** @type {Miss[]} */ ([]) };
  if (isForeign(lines)) return comparison;
  const recorded = renderRollout(Buffer.from(raw.join('\n')), shared);
  const work = mkdtempSync(join(tmpdir(), 'promptmill-turns-'));
  try {
    for (const turn of turnsOf(lines, models(catalog))) {
      const wanted = recorded.find(
        ({ source, kind }) => source.line >= turn.line && kind !== 'compaction',
      );
      if (turn.settings === undefined || wanted === undefined) {
        comparison.leftOut += 1;
        continue;
      }
      const agentsMd = join(work, 'AGENTS.md');
      writeFileSync(agentsMd, turn.agentsMd);
      comparison.total += 1;
      const found = resumed(raw.slice(0, turn.index), { ...shared, agentsMd, turn });
      const expected = words(wanted.request.input);
      if (expected.startsWith(found.slice(0, -1))) comparison.equal += 1;
      else comparison.misses.push({ name: `${name}, line ${turn.index + 1}`, found, expected });
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  return comparison;
}

/** @param {string[]} before @param {Json} options @returns {string} */
function resumed(before, { turn, ...options }) {
  try {
    const [request] = renderRollout(Buffer.from(`${before.join('\n')}\n`), {
      ...options,
      context: 'resume',
      set: [turn.settings],
      prompt: turn.prompt,
    });
    return words(request?.request.input);
  } catch (error) {
    return String(error);
  }
}

/** Items without what is drawn when a request is sent. @param {unknown} input */
function words(input) {
  return JSON.stringify(input, (key, value) =>
    key === 'id' || key === 'internal_chat_message_metadata_passthrough' ? undefined : value,
  );
}

/** @param {string} line @returns {Json} */
function parsed(line) {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};
  }
}

/** Children of other threads run on settings of their own. @param {Json[]} lines */
function isForeign([meta]) {
  const payload = meta?.payload ?? {};
  return (
    isThere(payload.history_base) ||
    isThere(payload.forked_from_id) ||
    typeof payload.source !== 'string'
  );
}

/** @param {unknown} value */
function isThere(value) {
  return value !== undefined && value !== null;
}

/** @param {string} catalog @returns {Map<string, Json>} */
function models(catalog) {
  const { models: rows } = JSON.parse(readFileSync(catalog, 'utf8'));
  return new Map(rows.map((/** @type {Json} */ row) => [row.slug, row]));
}

/**
 * @param {Json[]} lines
 * @param {Map<string, Json>} known
 * @returns {Generator<Turn>}
 */
function* turnsOf(lines, known) {
  for (const [index, { payload }] of lines.entries()) {
    if (payload?.type !== 'task_started') continue;
    const context = lines.findIndex(({ type }, at) => at > index && type === 'turn_context');
    const user = lines.findIndex((line, at) => at > context && isItem(line));
    const next = lines.findIndex((line, at) => at > index && endsTurn(line));
    if (context < 0 || user < 0 || (next >= 0 && next < user)) continue;
    const told = lines.slice(index, context);
    const message = lines[user]?.payload;
    const isPlain =
      message?.role === 'user' &&
      message.content.every((/** @type {Json} */ part) => part.type === 'input_text');
    const isOwn =
      isPlain &&
      message.content.length === 1 &&
      !told.some(({ type }) => type === 'compacted') &&
      !isLeft(lines.slice(0, index), told) &&
      !isLite(lines[context]?.payload, known);
    yield {
      index,
      line: user + 1,
      prompt: isPlain ? message.content[0].text : '',
      agentsMd: replay(lines.slice(0, context)).agents_md?.text ?? '',
      settings: isOwn ? settingsOf(lines, { start: index, context, known }) : undefined,
    };
  }
}

/** @param {Json} line */
function isItem({ type }) {
  return type === 'response_item';
}

/** @param {Json} line */
function endsTurn({ payload }) {
  return ['task_started', 'task_complete', 'turn_aborted'].includes(payload?.type);
}

/** What a resume does otherwise than a thread that lives on, and what nobody can set. @param {Json[]} before @param {Json[]} told */
function isLeft(before, told) {
  const last = before.findLastIndex(({ type }) => type === 'turn_context');
  const since = before.slice(last + 1);
  const review = since.some(
    ({ payload }) =>
      JSON.stringify(payload ?? {}).includes('xitedReviewMode') ||
      payload?.type === 'exited_review_mode',
  );
  const several =
    Object.keys(replay([...before, ...told]).environments?.environments ?? {}).length > 1;
  const documents = replay([...before, ...told]).agents_md ?? {};
  const undirected = documents.text !== undefined && documents.directory === undefined;
  const memory = partsOf(told).some((text) => text.startsWith('## Memory'));
  return review || several || undirected || memory;
}

/** Lite models of newer releases record their tools, which are not the context's. @param {Json} turn @param {Map<string, Json>} known */
function isLite(turn, known) {
  return known.get(turn?.model)?.use_responses_lite === true;
}

/** @param {Json[]} lines @param {{ start: number, context: number, known: Map<string, Json> }} place @returns {Json} */
function settingsOf(lines, { start, context, known }) {
  const turn = lines[context]?.payload ?? {};
  const told = lines.slice(start, context);
  const state = replay(lines.slice(0, context));
  const environment = /** @type {Json} */ (
    Object.values(state.environments?.environments ?? {})[0] ?? {}
  );
  const { type: mode, ...workspace } = turn.sandbox_policy ?? {};
  const skills = state.host_skills?.body;
  const plain = messagesOf(told).filter(
    ([first = '']) => !first.startsWith('<') && !first.startsWith('# AGENTS'),
  );
  const base = lines[0]?.payload?.base_instructions?.text;
  const set = {
    model: turn.model,
    model_reasoning_effort: turn.effort,
    personality: turn.personality,
    approval_policy: turn.approval_policy,
    approvals_reviewer: turn.approvals_reviewer,
    ...(mode === 'external-sandbox' ? {} : { sandbox_mode: mode }),
    ...(mode === 'workspace-write' ? { sandbox_workspace_write: workspace } : {}),
    cwd: turn.cwd,
    shell: environment.shell,
    current_date: state.environments?.current_date,
    timezone: state.environments?.timezone,
    network: state.environments?.network,
    collaboration_mode: turn.collaboration_mode?.mode,
    collaboration_instructions: collaborationOf(lines.slice(0, context), turn),
    realtime_active: state.realtime?.active,
    skills_text: skills === undefined ? '' : `<skills_instructions>${skills}</skills_instructions>`,
    deferred_tools: state.tools ?? {},
    developer_instructions: plain.find((parts) => parts.length > 1)?.[0],
    multi_agent_hint: plain.find((parts) => parts.length === 1)?.[0],
    multi_agent_mode:
      turn.multi_agent_mode?.custom ?? turn.multi_agent_mode ?? state.multi_agent_mode?.mode,
    ...(isOwnBase(base, known) ? { instructions: base } : {}),
  };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => isThere(value)));
}

/** Whether base instructions are no model's: they begin as no catalog text does, up to where a personality is filled in. @param {string | undefined} base @param {Map<string, Json>} known */
function isOwnBase(base, known) {
  if (base === undefined) return false;
  const texts = [...known.values()].flatMap((model) => [
    model.base_instructions,
    model.model_messages?.instructions_template,
  ]);
  return !texts.some((text) => {
    const [opening = ''] = (text ?? '').split(/\{\{ personality \}\}|# Personality/);
    return opening === '' ? text === base : base.startsWith(opening.slice(0, 60));
  });
}

/** The words for a mode: those of the client, or those that were told last. @param {Json[]} lines @param {Json} turn @returns {string} */
function collaborationOf(lines, turn) {
  const words = turn.collaboration_mode?.settings?.developer_instructions;
  if (typeof words === 'string') return words;
  const told = partsOf(lines).findLast((text) => text.startsWith('<collaboration_mode>'));
  return told?.slice('<collaboration_mode>'.length, -'</collaboration_mode>'.length) ?? '';
}

/** @param {Json[]} lines @returns {string[]} */
function partsOf(lines) {
  return messagesOf(lines).flat();
}

/** Texts of developer and user messages. @param {Json[]} lines @returns {string[][]} */
function messagesOf(lines) {
  return lines
    .filter((line) => isItem(line) && ['developer', 'user'].includes(line.payload?.role))
    .map(({ payload }) =>
      (payload.content ?? []).map((/** @type {Json} */ part) => part.text ?? ''),
    );
}

/** The world state after some lines. @param {Json[]} lines @returns {Json} */
export function replay(lines) {
  return lines
    .filter(({ type }) => type === 'world_state')
    .reduce(
      (/** @type {Json} */ state, { payload }) =>
        payload.full ? payload.state : merge(state, payload.state),
      {},
    );
}

/** RFC 7386. @param {Json} target @param {Json} patch @returns {Json} */
function merge(target, patch) {
  const merged = { ...target };
  for (const [key, value] of Object.entries(patch ?? {})) {
    if (value === null) delete merged[key];
    else if (typeof value === 'object' && !Array.isArray(value)) {
      merged[key] = merge(typeof merged[key] === 'object' ? merged[key] : {}, value);
    } else merged[key] = value;
  }
  return merged;
}
