#!/usr/bin/env node
// Strips every recording and every file of the corpus and looks at the result with rules of its own: does context leak,
// is a person's part lost, is anything else changed? Nothing here is shared with the code that strips but its entry.
//
//   strip.mjs [FOLDER…]   by default the corpus and the recordings; prints the count of each kind

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';
import { stripRollout } from '../../dist/index.js';
import { CORPUS, isThere, RELEASES } from './place.mjs';

/**
 * @typedef {object} StripCheck
 * @property {number} files
 * @property {number} kept     parts of people and harness that are no context, all of them still there
 * @property {ReadonlyMap<string, number>} removed   parts taken out, by kind as the checker names it
 * @property {string[]} leaks   context that is still there
 * @property {string[]} losses  parts that are no context and are gone
 * @property {string[]} changes what else is not as it was
 */

/** @param {readonly string[]} folders @returns {StripCheck} */
export function checkStrip(folders) {
  /** @type {StripCheck & { removed: Map<string, number> }} */
  const check = { files: 0, kept: 0, removed: new Map(), leaks: [], losses: [], changes: [] };
  for (const folder of folders) {
    for (const path of rolloutsBelow(folder)) {
      checkFile(readFileSync(path), relative(folder, path), check);
      check.files += 1;
    }
  }
  return check;
}

/** @param {string} folder @returns {string[]} */
function rolloutsBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => join(folder, name));
}

/** @param {Buffer} bytes @param {string} name @param {StripCheck & { removed: Map<string, number> }} check */
function checkFile(bytes, name, check) {
  const stripped = Buffer.from(stripRollout(bytes).bytes);
  const after = linesOf(stripped);
  let next = 0;
  for (const [number, line] of linesOf(bytes).entries()) {
    const place = `${name}:${String(number + 1)}`;
    const expected = expectedOf(line, check, place);
    if (expected === undefined) continue;
    const found = after[next];
    next += 1;
    if (found === undefined) check.losses.push(`${place}: the line is gone`);
    else if (expected === 'same') {
      if (!found.equals(line)) check.changes.push(`${place}: the line is not as it was`);
    } else compareRecords(found, { expected, line, place, check });
    leaksIn(found, place, check);
  }
  const more = after.length - next;
  if (more > 0) check.leaks.push(`${name}: ${String(more)} lines too many`);
}

/** Lines with their ends, so that their bytes can be compared. @param {Buffer} bytes @returns {Buffer[]} */
function linesOf(bytes) {
  const lines = [];
  let from = 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(0x0a, from);
    const to = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(from, to));
    from = to;
  }
  return lines;
}

/**
 * What a line must be afterwards: `same`, a record, or undefined when it must be gone.
 * @param {Buffer} line @param {StripCheck & { removed: Map<string, number> }} check @param {string} place
 */
function expectedOf(line, check, place) {
  const record = parse(line);
  if (record === undefined) return 'same';
  const isHistory = record.type === 'compacted';
  const holders = isHistory ? record.payload?.replacement_history : [itemOf(record)];
  if (!Array.isArray(holders)) return 'same';
  const results = holders.map((item) => expectedItem(item, check, place));
  if (results.every((result) => result === 'same')) return 'same';
  if (!isHistory) {
    if (results[0] === undefined) return undefined;
    return record.payload === undefined ? results[0] : { ...record, payload: results[0] };
  }
  const kept = (/** @type {any[]} */ list) =>
    list.filter((_, index) => results[index] !== undefined);
  const payload = {
    ...record.payload,
    replacement_history: kept(
      results.map((result, index) => (result === 'same' ? holders[index] : result)),
    ),
  };
  const { replacement_history_metadata: metadata } = record.payload;
  if (Array.isArray(metadata)) payload.replacement_history_metadata = kept(metadata);
  return { ...record, payload };
}

/** @param {any} record */
function itemOf(record) {
  if (record.type === 'response_item') return record.payload;
  return record.payload === undefined ? record : undefined;
}

/**
 * `same`, the item without its context, or undefined when nothing of it is left.
 * @param {any} item @param {StripCheck & { removed: Map<string, number> }} check @param {string} place
 */
function expectedItem(item, check, place) {
  if (!isMessage(item)) return 'same';
  const metadata = item.internal_chat_message_metadata_passthrough;
  const labels = metadata?.content_item_kinds;
  const kinds = item.content.map((/** @type {any} */ part, /** @type {number} */ index) =>
    contextKind(item.role, part, Array.isArray(labels) ? labels[index] : undefined),
  );
  for (const kind of kinds) {
    if (kind === undefined) check.kept += 1;
    else check.removed.set(kind, (check.removed.get(kind) ?? 0) + 1);
  }
  if (kinds.every((/** @type {unknown} */ kind) => kind === undefined)) return 'same';
  const stays = (/** @type {any[]} */ list) =>
    list.filter((_, index) => kinds[index] === undefined);
  const content = stays(item.content);
  if (content.length === 0) return undefined;
  if (!content.every((part) => part !== undefined)) check.losses.push(place);
  const result = { ...item, content };
  if (metadata !== undefined && metadata !== null) {
    const passthrough = { ...metadata };
    for (const key of ['content_item_kinds', 'content_item_metadata']) {
      if (Array.isArray(passthrough[key])) passthrough[key] = stays(passthrough[key]);
    }
    result.internal_chat_message_metadata_passthrough = passthrough;
  }
  return result;
}

/** @param {any} item */
function isMessage(item) {
  if (typeof item !== 'object' || item === null) return false;
  if (item.role !== 'user' && item.role !== 'developer') return false;
  return (
    (item.type ?? 'message') === 'message' && Array.isArray(item.content) && item.content.length > 0
  );
}

/** Pairs of a pattern and its name, written down from the table of markers, not from the code that has it. */
const USER_MARKERS = /** @type {const} */ ([
  [/^# AGENTS\.md instructions[^]*<\/INSTRUCTIONS>$/i, 'AGENTS.md'],
  [/^<environment_context>[^]*<\/environment_context>$/i, 'environment'],
  [/^<skill>[^]*<\/skill>$/i, 'skill'],
  [/^<user_shell_command>[^]*<\/user_shell_command>$/i, 'shell command'],
  [/^<turn_aborted>[^]*<\/turn_aborted>$/i, 'aborted turn'],
  [/^<subagent_notification>[^]*<\/subagent_notification>$/i, 'sub-agent'],
  [/^<recommended_plugins>[^]*<\/recommended_plugins>$/i, 'recommended plugins'],
  [/^<codex_internal_context source="[a-z][a-z0-9_]*">[^]*<\/codex_internal_context>$/, 'internal'],
  [/^<goal_context>[^]*<\/goal_context>$/, 'goal'],
  [/^<external_([^>]*)>[^]*<\/external_\1>$/, 'external'],
  [/^Warning: The maximum number of unified exec processes you can keep open is/, 'warning'],
  [
    /^Warning: apply_patch was requested via [^]*Use the apply_patch tool instead of exec_command\.$/,
    'warning',
  ],
  [/^Warning: Your account was flagged for potentially high-risk cyber activity/, 'warning'],
]);

const DEVELOPER_OPENINGS =
  /^<(permissions instructions|model_switch|collaboration_mode|multi_agent_mode|realtime_conversation|skills_instructions|personality_spec|token_budget|context_window|context_window_guidance|rollout_budget|apps_instructions|plugins_instructions|environments_instructions)>/i;
const DEVELOPER_PAIRS =
  /^<(turn_aborted|tools|model_instructions|multi_agent_role|current_time_reminder)>[^]*<\/\1>$/i;

/** @param {string} role @param {any} part @param {unknown} label @returns {string | undefined} */
function contextKind(role, part, label) {
  return kindByText(role, part) ?? kindByLabel(role, label);
}

/** @param {string} role @param {any} part */
function kindByText(role, part) {
  if (part?.type !== 'input_text' || typeof part.text !== 'string') return undefined;
  const text = part.text.replace(/^[\p{White_Space}]+|[\p{White_Space}]+$/gu, '');
  if (role === 'developer') {
    return (DEVELOPER_OPENINGS.exec(text) ?? DEVELOPER_PAIRS.exec(text))?.[1];
  }
  const marked = USER_MARKERS.find(([pattern]) => pattern.test(text))?.[1];
  return marked ?? (isHook(text) ? 'hook' : undefined);
}

/** A rough reading, enough for what Codex writes and for the probes that were recorded. @param {string} text */
function isHook(text) {
  const start = text.replace(/^(?:\s|<\?[^]*?\?>|<!--[^]*?-->)+/, '');
  const open = /^<([A-Za-z_][\w.:-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*>/.exec(
    start,
  );
  if (
    open === null ||
    !/\shook_run_id\s*=\s*(?:"[^"]*[^"\s][^"]*"|'[^']*[^'\s][^']*')/.test(open[2] ?? '')
  ) {
    return false;
  }
  const rest = start.slice(open[0].length);
  const close = rest.indexOf(`</${open[1] ?? ''}>`);
  if (close < 0) return false;
  const inner = rest.slice(0, close);
  const own = inner.replace(/<!--[^]*?-->/g, '').replace(/<!\[CDATA\[([^]*?)\]\]>/g, '$1');
  const direct = own.replace(/<([\w:-]+)[^<>]*>[^<]*<\/\1>|<[\w:-]+[^<>]*\/>/g, '');
  if (/<|&(?!(?:lt|gt|amp|apos|quot|#\d+|#x[\da-f]+);)/i.test(direct)) return false;
  return direct.trim() !== '';
}

/** @param {string} role @param {unknown} label */
function kindByLabel(role, label) {
  if (typeof label !== 'string' || label === '') return undefined;
  if (/^(user\.|compaction\.|unknown$|model\.base_instructions$)/.test(label)) return undefined;
  if (role === 'developer') return label.replace(/^additional_content\..*$/, 'additional_content');
  return /^(agents_md|environments|skills|goal|generic|multi_agent|shell|additional_content)\./.test(
    label,
  )
    ? label
    : undefined;
}

/**
 * A line that is printed as a writer without white space prints it must be that of the smaller record, byte for byte.
 * @param {Buffer} found @param {{ expected: any, line: Buffer, place: string, check: StripCheck }} context
 */
function compareRecords(found, { expected, line, place, check }) {
  const text = found.toString('utf8').replace(/^\uFEFF/, '');
  const printed = JSON.stringify(expected);
  if (!isDeepStrictEqual(JSON.parse(text), expected)) {
    const list = text.length < printed.length ? check.losses : check.leaks;
    list.push(`${place}: not the record without its context`);
    return;
  }
  const isCompact = JSON.stringify(parse(line)) === line.toString('utf8').trimEnd();
  if (isCompact && text.trimEnd() !== printed) check.changes.push(`${place}: printed anew`);
}

/** @param {Buffer} line @param {string} place @param {StripCheck} check */
function leaksIn(line, place, check) {
  const record = parse(line);
  if (record === undefined) return;
  const items =
    record.type === 'compacted' ? record.payload?.replacement_history : [itemOf(record)];
  for (const item of Array.isArray(items) ? items : []) {
    if (!isMessage(item)) continue;
    const kind = item.content
      .map((/** @type {any} */ part) => kindByText(item.role, part))
      .find(Boolean);
    if (kind !== undefined) check.leaks.push(`${place}: ${kind}`);
  }
}

/** @param {Buffer} line @returns {any} an object, or undefined */
function parse(line) {
  const text = line.toString('utf8').replace(/^\uFEFF/, '');
  // What is no UTF-8 is no JSON to the reference reader either.
  if (text.includes('\uFFFD') && !Buffer.from(text).equals(line)) return undefined;
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {StripCheck} check */
export function stripText({ files, kept, removed, leaks, losses, changes }) {
  const rows = [...removed].toSorted(([, one], [, other]) => other - one);
  return [
    `${String(files)} rollouts: ${String(leaks.length)} leaks, ${String(losses.length)} losses, ${String(changes.length)} other changes; ${String(kept)} parts stay`,
    ...rows.map(([kind, count]) => `  ${String(count).padStart(6)}  ${kind}`),
    ...[...leaks, ...losses, ...changes].slice(0, 50).map((problem) => `  ! ${problem}`),
  ].join('\n');
}

function main() {
  const folders =
    process.argv.length > 2 ? process.argv.slice(2) : [CORPUS, ...RELEASES.map(({ root }) => root)];
  let problems = 0;
  for (const folder of folders) {
    if (!isThere(folder)) {
      console.log(`skipped: no folder ${folder}`);
      continue;
    }
    const check = checkStrip([folder]);
    problems += check.leaks.length + check.losses.length + check.changes.length;
    console.log(`${folder}\n${stripText(check)}`);
  }
  process.exitCode = problems === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
