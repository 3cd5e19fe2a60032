// The bundled sample sessions: which the generator makes, and how each is stored.

import { sessionFiles } from '../../bench/corpus/generate/make-session.mjs';

/**
 * @typedef {object} Sample
 * @property {string} name                   its folder
 * @property {import('../../bench/corpus/generate/shapes.mjs').ShapeName} shape
 * @property {import('../../bench/corpus/generate/shapes.mjs').Release} release
 * @property {number} bytes
 * @property {'plain' | 'gz' | 'zst'} stored
 */

/** @type {readonly Sample[]} */
export const samples = [
  { ...sample('plain-turns', 'plain', '0.145'), bytes: 9_000 },
  sample('plain-turns-paginated', 'plain', '0.171'),
  { ...sample('tools', 'tools', '0.145'), stored: 'gz' },
  sample('images', 'images', '0.171'),
  { ...sample('lite-model', 'lite', '0.171'), stored: 'zst' },
  sample('compaction-local', 'compaction-local', '0.145'),
  sample('compaction-remote', 'compaction-remote', '0.171'),
  sample('compaction-mid-turn', 'compaction-mid-turn', '0.145'),
  sample('compaction-legacy', 'compaction-legacy', '0.47'),
  sample('rollback', 'rollback-several', '0.145'),
  sample('fork-copy', 'fork-copy', '0.145'),
  sample('fork-prefix', 'fork-prefix', '0.171'),
  sample('sub-agents', 'sub-agents', '0.171'),
  sample('goal', 'goal', '0.145'),
  sample('switches', 'switches', '0.145'),
  sample('broken-lines', 'broken', '0.145'),
];

/**
 * The files of a sample: path below the sessions folder (without the ending of a compression), and bytes.
 * @param {Sample} of
 * @returns {Map<string, Buffer>}
 */
export function sampleFiles({ name, shape, release, bytes }) {
  const files = sessionFiles({ seed: `sample/${name}`, shape, release, bytes, scale: 'small' });
  return new Map(
    [...files].map(([path, content]) => [`${name}/${path.split('/').at(-1)}`, content]),
  );
}

/**
 * @param {string} name
 * @param {Sample['shape']} shape
 * @param {Sample['release']} release
 * @returns {Sample}
 */
function sample(name, shape, release) {
  // So small that every script stops after its first step.
  return { name, shape, release, bytes: 1_000, stored: 'plain' };
}
