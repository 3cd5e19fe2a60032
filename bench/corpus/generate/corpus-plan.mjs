// Which sessions a corpus is made of: a mix like that of real folders, drawn from a seed until the size is reached.

import { makeSession } from './make-session.mjs';
import { Random } from './random.mjs';

const kilo = 1e3;
const mega = 1e6;

/**
 * Shapes, their release, how often one comes, and sizes from and to. Most files are small; most bytes are in few.
 * Large files are such as compacted again and again: nearly all of their bytes are superseded.
 * @type {readonly (readonly [import('./shapes.mjs').ShapeName, import('./shapes.mjs').Release, number, number, number])[]}
 */
const mix = [
  ['plain', '0.145', 10, 15 * kilo, 120 * kilo],
  ['plain', '0.171', 10, 15 * kilo, 120 * kilo],
  ['tools', '0.145', 8, 80 * kilo, 600 * kilo],
  ['tools', '0.171', 8, 80 * kilo, 600 * kilo],
  ['work', '0.145', 14, 150 * kilo, 3 * mega],
  ['work', '0.171', 10, 150 * kilo, 3 * mega],
  ['lite', '0.171', 6, 150 * kilo, 3 * mega],
  ['work', '0.145', 4, 4 * mega, 16 * mega],
  ['work', '0.171', 3, 4 * mega, 16 * mega],
  ['gallery', '0.145', 2, 6 * mega, 24 * mega],
  ['gallery', '0.171', 2, 6 * mega, 24 * mega],
  ['compaction-local', '0.145', 2, 1 * mega, 6 * mega],
  ['compaction-mid-turn', '0.145', 2, 1 * mega, 6 * mega],
  ['compaction-remote', '0.171', 2, 1 * mega, 6 * mega],
  ['compaction-legacy', '0.47', 1, 500 * kilo, 3 * mega],
  ['images', '0.145', 2, 200 * kilo, 2 * mega],
  ['reasoning', '0.171', 1, 100 * kilo, 1 * mega],
  ['rollback-one', '0.145', 2, 100 * kilo, 2 * mega],
  ['rollback-several', '0.145', 1, 100 * kilo, 2 * mega],
  ['rollback-beyond', '0.145', 1, 60 * kilo, 500 * kilo],
  ['fork-copy', '0.145', 2, 100 * kilo, 2 * mega],
  ['fork-prefix', '0.171', 2, 100 * kilo, 2 * mega],
  ['sub-agents', '0.145', 2, 60 * kilo, 800 * kilo],
  ['sub-agents', '0.171', 2, 60 * kilo, 800 * kilo],
  ['inter-agent', '0.145', 1, 60 * kilo, 400 * kilo],
  ['goal', '0.145', 1, 60 * kilo, 400 * kilo],
  ['goal', '0.171', 1, 60 * kilo, 400 * kilo],
  ['aborted', '0.171', 2, 60 * kilo, 400 * kilo],
  ['switches', '0.145', 2, 80 * kilo, 600 * kilo],
  ['switches', '0.171', 1, 80 * kilo, 600 * kilo],
  ['work', '0.47', 3, 150 * kilo, 3 * mega],
  ['bare', '0.47', 1, 20 * kilo, 1 * mega],
  ['broken', '0.145', 1, 60 * kilo, 1 * mega],
  ['broken', '0.171', 1, 60 * kilo, 1 * mega],
  ['broken-utf8', '0.145', 1, 30 * kilo, 100 * kilo],
  ['byte-order-mark', '0.145', 1, 30 * kilo, 100 * kilo],
];

const allTickets = mix.reduce((sum, [, , tickets]) => sum + tickets, 0);

/**
 * Every piece of a corpus, session after session until `bytes` are made; the last is cut to what is left.
 * @param {{ seed: string | number, bytes: number }} options
 * @returns {Generator<import('./make-session.mjs').Piece>}
 */
export function* corpusPieces({ seed, bytes }) {
  const random = new Random(`corpus/${seed}`);
  let made = 0;
  for (let index = 0; made < bytes; index++) {
    const [shape, release, , low, high] = draw(random);
    const size = Math.min(random.skewed(low, high), bytes - made);
    const session = {
      seed: `${seed}/${index}`,
      shape,
      release,
      bytes: size,
      scale: scaleFor(size),
    };
    for (const piece of makeSession(session)) {
      made += piece.bytes.length;
      yield piece;
    }
  }
}

/** @param {Random} random */
function draw(random) {
  let ticket = random.below(allTickets);
  for (const row of mix) {
    ticket -= row[2];
    if (ticket < 0) return row;
  }
  return mix[0];
}

/** A file of a few kilobytes has no room for standing texts of full length. @param {number} size @returns {import('./fragments.mjs').Scale} */
function scaleFor(size) {
  return size < 20 * kilo ? 'small' : 'real';
}
