// Holds rendered requests against those that the reference binary sent, case by case.
//
// What counts: `model`, `instructions` and `input`, as JSON strings. What a rollout cannot tell is given in a second
// look: the tools of lite models, that the provider was OpenAI, and the release that sent the request.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAssembler } from '../../dist/index.js';
import { readCases } from './recordings.mjs';

/** @typedef {import('./recordings.mjs').RecordedCase} RecordedCase */
/** @typedef {import('../../dist/index.js').RenderedRequest} RenderedRequest */
/** @typedef {Readonly<Record<string, unknown>>} Body */
/** @typedef {import('./place.mjs').Release['version']} Version */
/** @typedef {{ pack: string, catalog: string, version: Version }} BaseOptions */
/** @typedef {'tools' | 'openai' | 'rules'} Given what a second look is given beside the rollout */
/** @typedef {{ case: string, request: string, nearest: string, equalWith: Given | undefined }} Miss */
/** @typedef {{ cases: number, total: number, equal: number, misses: readonly Miss[] }} Comparison */

const HELD = ['model', 'instructions', 'input'];

/**
 * @param {import('./place.mjs').Release} release
 * @param {{ pack: string, only?: readonly string[] }} options `only` holds parts of case names
 * @returns {Promise<Comparison>}
 */
export async function compareRecordings({ version, root }, { pack, only = [] }) {
  const cases = readCases(root).filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  const base = { pack, catalog: join(root, 'catalog.json'), version };
  /** @type {Miss[]} */
  const misses = [];
  let total = 0;
  for (const recorded of cases) {
    const rendered = await renderCase(recorded, { pack, catalog: base.catalog });
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
 * What has to be given for the request to be rendered equal.
 * @param {RecordedCase} recorded @param {any} body @param {BaseOptions} base @returns {Promise<Given | undefined>}
 */
async function secondLook(recorded, body, base) {
  const folder = mkdtempSync(join(tmpdir(), 'promptmill-look-'));
  try {
    for (const { given, options } of looks(body, base, folder)) {
      const { requests } = await renderCase(recorded, options);
      if (holds(requests, body)) return given;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {any} body @param {BaseOptions} base @param {string} folder for files
 * @returns {{ given: Given, options: import('../../dist/index.js').ContextOptions }[]}
 */
function looks(body, base, folder) {
  const { version, ...options } = base;
  const front = body.input?.[0];
  const tools = join(folder, 'tools.json');
  const hasTools = front?.type === 'additional_tools';
  if (hasTools) writeFileSync(tools, JSON.stringify(front.tools));
  return [
    ...(hasTools
      ? [{ given: /** @type {const} */ ('tools'), options: { ...options, tools } }]
      : []),
    { given: 'openai', options: { ...options, provider: 'openai' } },
    { given: 'rules', options: { ...options, rules: version } },
  ];
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
