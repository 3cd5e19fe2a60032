// The kinds of sessions that can be generated: for each its releases, and the script that writes it.

import { BareCodex } from './bare-0.20.mjs';
import { Codex0145 } from './codex-0.145.mjs';
import { Codex0171 } from './codex-0.171.mjs';
import { Codex047 } from './codex-0.47.mjs';
import {
  aborted,
  compactions,
  goal,
  images,
  plain,
  reasoningOnly,
  rollbacks,
  switches,
  toolTour,
  work,
} from './scripts.mjs';
import { agentFamily, copiedFork, letters, prefixFork } from './families.mjs';
import { broken, invalidUtf8, withByteOrderMark } from './damage.mjs';

/** @typedef {'0.47' | '0.145' | '0.171'} Release */

/**
 * What a script gets to work with.
 * @typedef {object} Stage
 * @property {import('./random.mjs').Random} random
 * @property {number} targetBytes             to be reached, near enough, by the first thread
 * @property {Release} release
 * @property {(options?: object) => import('./activities.mjs').Writer} thread   a new thread, not yet opened
 */

/**
 * A script writes into its threads and yields a thread whenever what it wrote may be taken.
 * @typedef {(stage: Stage) => Generator<import('./activities.mjs').Writer>} Script
 */

/** @typedef {{ readonly releases: readonly Release[], readonly script: Script }} Shape */

const current = /** @type {const} */ (['0.145', '0.171']);

/** @satisfies {Record<string, Shape>} */
export const shapes = {
  plain: { releases: ['0.47', ...current], script: plain },
  tools: { releases: current, script: toolTour },
  images: { releases: current, script: images({ maxBytes: 60_000 }) },
  gallery: { releases: current, script: images({ maxBytes: 700_000, compactEvery: 3 }) },
  reasoning: { releases: current, script: reasoningOnly },
  work: { releases: ['0.47', ...current], script: work },
  'compaction-local': { releases: current, script: compactions({ provider: 'mill' }) },
  'compaction-remote': { releases: current, script: compactions({ provider: 'openai' }) },
  'compaction-mid-turn': {
    releases: current,
    script: compactions({ provider: 'openai', midTurn: true }),
  },
  'compaction-legacy': { releases: ['0.47'], script: compactions({ provider: 'openai' }) },
  'rollback-one': { releases: ['0.145'], script: rollbacks([1]) },
  'rollback-several': { releases: ['0.145'], script: rollbacks([2, 1]) },
  'rollback-beyond': { releases: ['0.145'], script: rollbacks([1_000]) },
  'fork-copy': { releases: ['0.145'], script: copiedFork },
  'fork-prefix': { releases: ['0.171'], script: prefixFork },
  'sub-agents': { releases: current, script: agentFamily },
  'inter-agent': { releases: current, script: letters },
  goal: { releases: current, script: goal },
  aborted: { releases: current, script: aborted },
  switches: { releases: current, script: switches },
  lite: { releases: ['0.171'], script: work },
  broken: { releases: current, script: broken },
  'broken-utf8': { releases: current, script: invalidUtf8 },
  'byte-order-mark': { releases: current, script: withByteOrderMark },
  bare: { releases: ['0.47'], script: plain },
};

/** @typedef {keyof typeof shapes} ShapeName */

/** The writer of a shape's threads. @param {ShapeName} shape @param {Release} release */
export function writerOf(shape, release) {
  if (shape === 'bare') return BareCodex;
  if (release === '0.47') return Codex047;
  return release === '0.145' ? Codex0145 : Codex0171;
}

/** Settings that a shape asks of every thread. @param {ShapeName} shape */
export function presetOf(shape) {
  return shape === 'lite' ? { model: 'gpt-6.2-sol' } : {};
}
