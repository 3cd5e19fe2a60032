// The files whose rendering must not take more memory than any other: each larger than a program might like to hold.

import { parseSize } from '../corpus/generate/parse-size.mjs';
import { longLine, overFourGibibytes } from '../corpus/generate/special-files.mjs';
import { liveLine, places } from './live-line.mjs';

/** @typedef {import('../corpus/generate/make-session.mjs').Piece} Piece */

/**
 * @typedef {object} MemoryFile
 * @property {string} name
 * @property {string} what
 * @property {() => Generator<Piece>} pieces
 */

/** @param {{ lineBytes?: number, fileBytes?: number }} [sizes] smaller ones for tests @returns {MemoryFile[]} */
export function memoryFiles({ lineBytes = 300e6, fileBytes = parseSize('4.1GiB') } = {}) {
  return [
    {
      name: 'long-line',
      what: 'a tool output in one line, in the middle of a session',
      pieces: () => longLine({ seed: 1, bytes: lineBytes }),
    },
    ...places.map((place) => ({
      name: place,
      what: `a live ${place.replace('-', ' ')}, in one line`,
      pieces: () => liveLine({ place, bytes: lineBytes, path: 'rollout-live-line.jsonl' }),
    })),
    {
      name: 'over-4gib',
      what: 'images, compacted again and again, with a live tail',
      pieces: () => overFourGibibytes({ seed: 1, bytes: fileBytes }),
    },
  ];
}
