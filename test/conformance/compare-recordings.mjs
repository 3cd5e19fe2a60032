// Holds rendered requests against those that the reference binary sent, case by case.
//
// What counts: `model`, `instructions` and `input`, as JSON strings. What a rollout cannot tell is given in a second
// look: the tools of lite models, and that the provider was OpenAI.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAssembler } from '../../dist/index.js';
import { readCases } from './recordings.mjs';

/** @typedef {import('./recordings.mjs').RecordedCase} RecordedCase */
/** @typedef {import('../../dist/index.js').RenderedRequest} RenderedRequest */
/** @typedef {Readonly<Record<string, unknown>>} Body */
/** @typedef {'tools' | 'openai'} Given what a second look is given beside the rollout */
/** @typedef {{ case: string, request: string, nearest: string, equalWith: Given | undefined }} Miss */
/** @typedef {{ cases: number, total: number, equal: number, misses: readonly Miss[] }} Comparison */

const HELD = ['model', 'instructions', 'input'];

/**
 * @param {{ root: string, pack: string, only?: readonly string[] }} options `only` holds parts of case names
 * @returns {Promise<Comparison>}
 */
export async function compareRecordings({ root, pack, only = [] }) {
  const cases = readCases(root).filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  const base = { pack, catalog: join(root, 'catalog.json') };
  /** @type {Miss[]} */
  const misses = [];
  let total = 0;
  for (const recorded of cases) {
    const rendered = await renderCase(recorded, base);
    total += recorded.requests.length;
    for (const request of recorded.requests) {
      if (holds(rendered.requests, request.body)) continue;
      misses.push({
        case: recorded.name,
        request: request.name,
        nearest: nearest(rendered, request.body),
        equalWith: await secondLook(recorded, request.body, base),
      });
    }
  }
  return { cases: cases.length, total, equal: total - misses.length, misses };
}

/**
 * @param {RecordedCase} recorded @param {import('../../dist/index.js').ContextOptions} options
 * @returns {Promise<{ requests: RenderedRequest[], failures: string[] }>}
 */
async function renderCase({ rollouts }, options) {
  /** @type {string[]} */
  const failures = [];
  const assembler = createAssembler({
    ...options,
    at: { kind: 'all' },
    loader: 'codex',
    onFailure: ({ code, message }) => failures.push(`${code}: ${message}`),
  });
  /** @type {RenderedRequest[]} */
  const requests = [];
  for await (const request of assembler.render(rollouts)) requests.push(request);
  assembler.close();
  return { requests, failures };
}

/** @param {readonly RenderedRequest[]} requests @param {Body} body */
function holds(requests, body) {
  const wanted = textOf(body);
  return requests.some(({ request }) => textOf(request) === wanted);
}

/** @param {Body} body */
function textOf(body) {
  return HELD.map((key) => JSON.stringify(body[key])).join('\n');
}

/**
 * What has to be given for the request to be rendered equal. @param {RecordedCase} recorded @param {any} body
 * @param {import('../../dist/index.js').ContextOptions} options @returns {Promise<Given | undefined>}
 */
async function secondLook(recorded, body, options) {
  const front = body.input?.[0];
  if (front?.type === 'additional_tools') {
    const folder = mkdtempSync(join(tmpdir(), 'promptmill-tools-'));
    const tools = join(folder, 'tools.json');
    writeFileSync(tools, JSON.stringify(front.tools));
    const { requests } = await renderCase(recorded, { ...options, tools });
    rmSync(folder, { recursive: true });
    if (holds(requests, body)) return 'tools';
  }
  const { requests } = await renderCase(recorded, { ...options, provider: 'openai' });
  return holds(requests, body) ? 'openai' : undefined;
}

/**
 * Where the rendered request that agrees the furthest differs. @param {{ requests: readonly RenderedRequest[],
 * failures: readonly string[] }} rendered @param {Body} body
 */
function nearest({ requests, failures }, body) {
  const wanted = textOf(body);
  let best = { length: -1, id: '', text: '' };
  for (const { id, request } of requests) {
    const text = textOf(request);
    const length = commonLength(text, wanted);
    if (length > best.length) best = { length, id, text };
  }
  if (best.id === '') return ['nothing was rendered', ...failures].join('; ');
  const around = (/** @type {string} */ text) =>
    JSON.stringify(text.slice(Math.max(0, best.length - 30), best.length + 60));
  return `${best.id} differs after ${best.length} of ${wanted.length} characters: recorded ${around(wanted)}, rendered ${around(best.text)}`;
}

/** @param {string} one @param {string} other */
function commonLength(one, other) {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** @typedef {{ case: string, requests: readonly string[], reason: string, equalWith?: Given }} KnownMiss */

/** @returns {Readonly<Record<string, readonly KnownMiss[]>>} by release */
export function readKnownMisses() {
  return JSON.parse(readFileSync(new URL('known-misses.json', import.meta.url), 'utf8'));
}

/**
 * What a comparison has that the table of known misses does not, and the other way round.
 * @param {Comparison} comparison @param {readonly KnownMiss[]} known
 * @param {{ isWhole: boolean }} scope whether all cases were compared, so that a row without a miss is out of date
 * @returns {{ surprises: string[], reasons: { miss: Miss, reason: string }[] }}
 */
export function judge({ misses }, known, { isWhole }) {
  const rows = known.flatMap((row) => row.requests.map((request) => ({ ...row, request })));
  const rowOf = (/** @type {Miss} */ miss) =>
    rows.find((row) => row.case === miss.case && row.request === miss.request);
  const unlisted = misses.filter((miss) => rowOf(miss) === undefined);
  const otherwise = misses.filter((miss) => {
    const row = rowOf(miss);
    return row !== undefined && row.equalWith !== miss.equalWith;
  });
  const healed = rows.filter((row) => isWhole && !misses.some((miss) => rowOf(miss) === row));
  return {
    surprises: [
      ...unlisted.map((miss) => `${miss.case} ${miss.request} is not equal: ${miss.nearest}`),
      ...otherwise.map(
        (miss) =>
          `${miss.case} ${miss.request} should be equal with ${rowOf(miss)?.equalWith ?? 'nothing'} given, is with ${miss.equalWith ?? 'nothing'}`,
      ),
      ...healed.map((row) => `${row.case} ${row.request} is listed as a miss, but is equal`),
    ],
    reasons: misses.flatMap((miss) => {
      const row = rowOf(miss);
      return row === undefined ? [] : [{ miss, reason: row.reason }];
    }),
  };
}
