// Generated sessions in memory, as benches take them: the same bytes each time.

import { sessionFiles } from './corpus/generate/make-session.mjs';

/** @typedef {import('./corpus/generate/make-session.mjs').SessionOptions} SessionOptions */
/** @typedef {{ readonly path: string, readonly bytes: Buffer }} SessionFile */

const mixedBytes = 1_000_000;

/** Shapes that most bytes of a corpus are in. @type {readonly Pick<SessionOptions, 'shape' | 'release'>[]} */
const mixed = [
  { shape: 'work', release: '0.145' },
  { shape: 'work', release: '0.171' },
  { shape: 'lite', release: '0.171' },
  { shape: 'gallery', release: '0.145' },
  { shape: 'compaction-remote', release: '0.171' },
  { shape: 'compaction-local', release: '0.145' },
  { shape: 'tools', release: '0.171' },
  { shape: 'work', release: '0.47' },
];

/** The first file of a session. @param {Omit<SessionOptions, 'seed'>} options @returns {SessionFile} */
export function session(options) {
  for (const [path, bytes] of sessionFiles({ seed: 1, ...options })) return { path, bytes };
  throw new Error(`shape ${options.shape} made no file`);
}

/** About a megabyte of each of the usual shapes, one behind the other: a text of lines, not a session. */
export function mixedLines() {
  return Buffer.concat(mixed.map((kind) => session({ ...kind, bytes: mixedBytes }).bytes));
}
