// Makes what the targets are measured on, below bench/.corpus; what is there is used again.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeSession } from '../corpus/generate/make-session.mjs';
import { overFourGibibytes } from '../corpus/generate/special-files.mjs';
import { writeFiles } from '../corpus/generate/write-files.mjs';
import { corpora, prepareCorpus, warm } from '../corpus/prepare-corpus.mjs';
import { listFiles } from '../corpus/peers/list-files.mjs';

/** @typedef {import('../corpus/generate/make-session.mjs').Piece} Piece */

const smallBytes = 20_000;

/**
 * @param {{ mixSize: string, allSize: string, supersededBytes: number }} sizes
 * @returns {import('./target-list.mjs').Inputs}
 */
export function prepareInputs({ mixSize, allSize, supersededBytes }) {
  const small = made('small-1000', () => smallSessions(1000));
  const superseded = made(`superseded-${supersededBytes}`, () => oneFile(supersededBytes));
  const mix = prepareCorpus({ size: mixSize, seed: '1' });
  const all = prepareCorpus({ size: allSize, seed: '1' });
  for (const folder of [small, superseded, mix.folder, all.folder]) warm({ folder });
  const [one] = listFiles(small);
  return { mix: mix.folder, all: all.folder, small, superseded, one };
}

/** Short sessions, all of one kind. @param {number} count @returns {Generator<Piece>} */
export function* smallSessions(count) {
  for (let index = 0; index < count; index++) {
    yield* makeSession({
      seed: `small/${index}`,
      shape: 'plain',
      release: '0.145',
      bytes: smallBytes,
      scale: 'small',
    });
  }
}

/** @param {number} bytes @returns {Generator<Piece>} */
function* oneFile(bytes) {
  for (const piece of overFourGibibytes({ seed: 1, bytes })) {
    yield { ...piece, path: 'rollout.jsonl' };
  }
}

/** @param {string} name @param {() => Iterable<Piece>} pieces @returns {string} its folder */
export function made(name, pieces) {
  const folder = join(corpora, name);
  const done = `${folder}.done`;
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.error(`makes ${name}`);
  writeFiles(folder, pieces());
  writeFileSync(done, '');
  return folder;
}
