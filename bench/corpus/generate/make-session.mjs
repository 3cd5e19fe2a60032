// Makes one session, or a family of sessions that belong together, from a seed: the generator's entry.

import { LineBuffer } from './line-buffer.mjs';
import { Random } from './random.mjs';
import { presetOf, shapes, writerOf } from './shapes.mjs';

/** Midnight of the first day on which generated sessions start. */
const firstDayMs = Date.UTC(2026, 0, 5);
const days = 200;

/** Buffers of sessions that are done. @type {LineBuffer[]} */
const spareBuffers = [];

/**
 * @typedef {object} SessionOptions
 * @property {string | number} seed
 * @property {import('./shapes.mjs').ShapeName} shape
 * @property {import('./shapes.mjs').Release} release
 * @property {number} bytes          to reach, near enough; a family's parent counts
 * @property {import('./fragments.mjs').Scale} [scale]  `small` for files that people read
 */

/** Whole lines of one file. @typedef {{ readonly path: string, readonly bytes: Uint8Array }} Piece */

/**
 * The session piece by piece. Pieces of one path follow each other in order; a family's paths may alternate.
 * A piece's bytes are valid until the next piece is asked for.
 * @param {SessionOptions} options
 * @returns {Generator<Piece>}
 */
export function* makeSession({ seed, shape, release, bytes, scale = 'real' }) {
  const { releases, script } = shapes[shape];
  if (!releases.some((known) => known === release)) {
    throw new Error(`shape ${shape} is not made for ${release}, but for ${releases.join(', ')}`);
  }
  const random = new Random(`${seed}/${shape}/${release}`);
  const startMs = firstDayMs + random.below(days * 86_400) * 1000 + random.below(1000);
  const Writer = writerOf(shape, release);
  /** @type {LineBuffer[]} */
  const buffers = [];
  const thread = (/** @type {any} */ { texts, ...options } = {}) => {
    const buffer = spareBuffers.pop() ?? new LineBuffer();
    buffers.push(buffer);
    const own = { random: random.branch('thread'), startMs, scale, buffer };
    const writer = new Writer({ ...own, ...presetOf(shape), ...options });
    // A fork's standing texts are its parent's.
    if (texts !== undefined) writer.texts = texts;
    return writer;
  };
  try {
    for (const writer of script({ random, targetBytes: bytes, release, thread })) {
      yield { path: writer.path, bytes: writer.buffer.take() };
    }
  } finally {
    for (const buffer of buffers) buffer.reset();
    spareBuffers.push(...buffers);
  }
}

/**
 * The session's files whole, for small ones.
 * @param {SessionOptions} options
 * @returns {Map<string, Buffer>}
 */
export function sessionFiles(options) {
  /** @type {Map<string, Buffer[]>} */
  const pieces = new Map();
  for (const { path, bytes } of makeSession(options)) {
    const known = pieces.get(path);
    if (known === undefined) pieces.set(path, [Buffer.from(bytes)]);
    else known.push(Buffer.from(bytes));
  }
  return new Map([...pieces].map(([path, parts]) => [path, Buffer.concat(parts)]));
}
