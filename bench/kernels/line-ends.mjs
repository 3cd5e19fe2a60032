// Finding line ends: the kernels, which ask `Buffer`, against a typed array's own `indexOf` and a plain loop.

import { Random } from '../corpus/generate/random.mjs';
import { words } from '../corpus/generate/vocabulary.mjs';
import { mixedLines } from '../sessions.mjs';
import { availableKernels } from './available-kernels.mjs';

export const about =
  'Writing down the position of every line end. Lines of a rollout are hundreds of bytes to megabytes long.';

const newline = 0x0a;
const typedArray = 'typed array indexOf';
const copy = 'copy';

/** @returns {Generator<import('../compare.mjs').Comparison>} */
export function* comparisons() {
  for (const { name, bytes } of inputs()) {
    const target = Buffer.alloc(bytes.length);
    const found = new Uint32Array(bytes.length / 2);
    // `Buffer` answers `indexOf` itself.
    const typed = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    const kernels = availableKernels().map((kernel) => ({
      name: kernel.name,
      run: () => kernel.findLineEnds(bytes, 0, bytes.length, found),
    }));
    const finders = [
      ...kernels,
      { name: typedArray, run: () => byTypedArray(typed, found) },
      { name: 'byte by byte', run: () => byByte(typed, found) },
    ];
    yield {
      input: name,
      bytes: bytes.length,
      ways: [...finders, { name: copy, run: () => bytes.copy(target) }],
      references: [typedArray, copy],
      equal: finders.map(({ name }) => name),
    };
  }
}

function* inputs() {
  const random = new Random('bench/line-ends');
  for (const [name, lineBytes] of /** @type {const} */ ([
    ['lines of 100 bytes', 100],
    ['lines of 1 kB', 1_000],
    ['lines of 20 kB', 20_000],
  ])) {
    yield { name, bytes: linesOf(random, lineBytes) };
  }
  yield { name: 'lines of generated sessions', bytes: mixedLines() };
}

/** About four megabytes. @param {Random} random @param {number} lineBytes */
function linesOf(random, lineBytes) {
  const bytes = Buffer.alloc(Math.floor(4e6 / lineBytes) * lineBytes, `${random.pick(words)} `);
  for (let end = lineBytes - 1; end < bytes.length; end += lineBytes) bytes[end] = newline;
  return bytes;
}

/** @param {Uint8Array} bytes @param {Uint32Array} out */
function byTypedArray(bytes, out) {
  let count = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, end + 1)) {
    out[count] = end;
    count += 1;
  }
  return count;
}

/** @param {Uint8Array} bytes @param {Uint32Array} out */
function byByte(bytes, out) {
  let count = 0;
  for (let position = 0; position < bytes.length; position++) {
    if (bytes[position] !== newline) continue;
    out[count] = position;
    count += 1;
  }
  return count;
}
