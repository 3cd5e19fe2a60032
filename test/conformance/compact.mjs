#!/usr/bin/env node
// Holds what `compact` makes of a history against the replacement history that the reference binary recorded.
//
//   compact.mjs [PART…]   the cases whose name has one of the parts in it; prints equal and total by release
//
// The summary or the sealed item is taken from the record. Item ids, and the turn of what a compaction brought, are new
// in every run and not compared. Context told anew is taken out of the record, and its place compared with the one that
// was worked out. What a server of the older way returned is not recorded: there, the record itself is handed in, with
// items between that must be left out.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { readContext } from '../../dist/read-context.js';
import { compactSession } from '../../dist/assemble/compact-session.js';
import { estimateValue, tokensOf } from '../../dist/assemble/estimate-tokens.js';
import { prepareContext } from '../../dist/assemble/prepare-context.js';
import { rulesById } from '../../dist/contract/rules.js';
import { inMemory } from '../../dist/sources/memory-bytes.js';
import { BUILTIN_PACK, isThere, PACK_SOURCE, RELEASES } from './place.mjs';
import { packFromRecordings, readCases } from './recordings.mjs';

const METADATA = 'internal_chat_message_metadata_passthrough';

/** @typedef {{ equal: number, total: number, misses: string[] }} Score */

/**
 * @param {import('./place.mjs').Release} release
 * @param {{ pack: string, only?: readonly string[] }} options
 * @returns {{ items: Score, places: Score, estimates: Score }}
 */
export function compareCompactions({ root }, { pack, only = [] }) {
  const scores = { items: newScore(), places: newScore(), estimates: newScore() };
  const context = prepareContext(readContext({ pack }));
  const wanted = readCases(root).filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  for (const { name, rollouts } of wanted) {
    for (const path of rollouts) compareFile(path, { name, context, scores });
  }
  return scores;
}

/** Lines of a made-up rollout that the binary then went on with. @param {string} path */
function madeLines(path) {
  const before = join(dirname(path), 'rollout-before.jsonl');
  return existsSync(before) ? readFileSync(before, 'utf8').trimEnd().split('\n').length : 0;
}

/** @returns {Score} */
function newScore() {
  return { equal: 0, total: 0, misses: [] };
}

/** @param {string} path @param {{ name: string, context: any, scores: Record<string, Score> }} options */
function compareFile(path, { name, context, scores }) {
  const bytes = readFileSync(path);
  const file = {
    file: path,
    bytes: inMemory(bytes),
    segments: [{ file: path, startBytes: 0, endBytes: bytes.length }],
  };
  const lines = bytes.toString('utf8').split('\n');
  for (let at = 0; ; at += 1) {
    const answer = { kind: 'summary', summary: 'x' };
    const first = attempt(() =>
      compactSession(file, { at: { kind: 'range', from: at, to: at }, answer }, context),
    );
    if (first === undefined) return;
    if (first.recordedLine === undefined) continue;
    const line = first.recordedLine;
    if (line <= madeLines(path)) continue;
    const { payload } = JSON.parse(lines[line - 1] ?? '');
    const place = `${name} line ${String(line)}`;
    const recorded = splitRecord(payload.replacement_history);
    const handedIn = answerOf(payload, recorded.items, first.rules);
    const report = compactSession(
      file,
      { at: { kind: 'range', from: at, to: at }, answer: handedIn },
      context,
    );
    score(
      scores['items'],
      isDeepStrictEqual(
        report.items.map(({ item }) => comparable(item, payload.message)),
        recorded.items.map((item) => comparable(item, payload.message)),
      ),
      place,
    );
    if (recorded.index !== undefined) {
      const isTurn =
        lines.slice(line, line + 2).some((next) => next.includes('"world_state"')) &&
        first.rules === '0.145';
      const found = report.reinjection[isTurn ? 'turn' : 'idle'].index;
      score(
        scores['places'],
        found === recorded.index,
        `${place}: ${String(found)}, not ${String(recorded.index)}`,
      );
    }
    const total = totalBehind(lines.slice(line));
    const { base_instructions: base } = JSON.parse(lines[0] ?? '').payload ?? {};
    if (total === undefined || base?.text === undefined) continue;
    const isBaseInside = payload.replacement_history.some(isFront);
    const estimate = payload.replacement_history.reduce(
      (/** @type {number} */ sum, /** @type {any} */ item) =>
        sum + estimateValue(item, rules(first.rules)),
      isBaseInside ? 0 : tokensOf(Buffer.byteLength(base.text)),
    );
    score(
      scores['estimates'],
      estimate === total,
      `${place}: ${String(estimate)}, not ${String(total)}`,
    );
  }
}

/** @param {string} id */
function rules(id) {
  const profile = rulesById(id);
  if (profile === undefined) throw new Error(`no profile ${id}`);
  return profile;
}

/** @template Result @param {() => Result} step @returns {Result | undefined} */
function attempt(step) {
  try {
    return step();
  } catch (error) {
    // Beyond the last request.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('no_')) return undefined;
    throw error;
  }
}

/** @param {Score | undefined} into @param {boolean} isEqual @param {string} miss */
function score(into, isEqual, miss) {
  if (into === undefined) return;
  into.total += 1;
  if (isEqual) into.equal += 1;
  else into.misses.push(miss);
}

/** The record without the context told anew, and where that stood. @param {any[]} history */
function splitRecord(history) {
  const isTold = history.map(isToldAnew);
  const items = history.filter((_, index) => !isTold[index]);
  // A tools item and base instructions in front belong to the models, not to the place.
  const first = history.findIndex((item, index) => isTold[index] && !isFront(item));
  const index =
    first < 0 ? undefined : history.slice(0, first).filter((_, place) => !isTold[place]).length;
  return { items, index };
}

/** @param {any} item */
function isFront(item) {
  return (
    item.type === 'additional_tools' ||
    item[METADATA]?.content_item_kinds?.[0] === 'model.base_instructions'
  );
}

/** Told by its labels, or by its turn where a release writes none. @param {any} item */
function isToldAnew(item) {
  if (item.type === 'additional_tools') return true;
  const { content_item_kinds: kinds, turn_id: turn } = item[METADATA] ?? {};
  if (kinds !== undefined) {
    return kinds.some(
      (/** @type {string} */ kind) => !/^(user\.|compaction\.|unknown$)/.test(kind),
    );
  }
  if (turn === undefined) return false;
  return (
    item.role === 'developer' ||
    /^(# AGENTS|<environment_context>)/.test(item.content?.[0]?.text ?? '')
  );
}

/** @param {any} payload @param {any[]} items @param {string} rules @returns {any} */
function answerOf(payload, items, rules) {
  if (payload.message !== '') {
    return {
      kind: 'summary',
      summary: payload.message.slice(payload.message.lastIndexOf(':\n') + 2),
    };
  }
  const sealed = items.filter(({ type }) => type === 'compaction');
  const isV2 =
    rules !== '0.145' ||
    (sealed.length === 1 &&
      sealed[0].id !== undefined &&
      items.every(({ role, type }) => role === 'user' || type === 'compaction'));
  if (isV2) return { kind: 'items', items: sealed, form: 'v2' };
  const noise = [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'noise' }] },
    { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'noise' }] },
    {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<environment_context>noise</environment_context>' }],
    },
    { type: 'reasoning', summary: [], encrypted_content: 'noise' },
    { type: 'function_call', name: 'noise', arguments: '{}', call_id: 'noise' },
    { type: 'function_call_output', call_id: 'noise', output: 'noise' },
  ];
  return {
    kind: 'items',
    items: items.flatMap((item) => [...noise, item]).concat(noise),
    form: 'v1',
  };
}

/** Without what is new in every run. @param {any} item @param {string} message the summary */
function comparable(item, message) {
  const { id: _id, [METADATA]: metadata, ...rest } = item;
  if (metadata === undefined) return rest;
  const isSummary = message !== '' && item.content?.[0]?.text === message;
  if (!isSummary) return { ...rest, [METADATA]: metadata };
  const { turn_id: _turn, ...others } = metadata;
  return Object.keys(others).length === 0 ? rest : { ...rest, [METADATA]: others };
}

/** The estimate that was written behind a compaction. @param {readonly string[]} lines */
function totalBehind(lines) {
  for (const line of lines.slice(0, 6)) {
    if (!line.includes('"type":"token_count"')) continue;
    return JSON.parse(line).payload.info?.last_token_usage?.total_tokens;
  }
  return undefined;
}

function main() {
  if (!RELEASES.every(({ root }) => isThere(root))) {
    console.log('skipped: no recordings');
    return;
  }
  const pack = packFromRecordings(PACK_SOURCE, BUILTIN_PACK);
  for (const release of RELEASES) {
    const scores = compareCompactions(release, { pack, only: process.argv.slice(2) });
    for (const [what, { equal, total, misses }] of Object.entries(scores)) {
      console.log(
        [`${release.version}: ${what} ${String(equal)} of ${String(total)} equal`, ...misses].join(
          '\n  ',
        ),
      );
    }
  }
  rmSync(pack, { recursive: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
