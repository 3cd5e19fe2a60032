// JSON values of several kinds for the kernels: what makes a scanner fast or slow is how often something ends a run.

import { Random } from '../corpus/generate/random.mjs';
import { foreignWords, identifiers, words } from '../corpus/generate/vocabulary.mjs';
import { mixedLines } from '../sessions.mjs';

/** Values in one buffer: value `i` is `bytes[starts[i], ends[i])`. @typedef {{ readonly name: string, readonly bytes: Buffer, readonly starts: number[], readonly ends: number[] }} JsonInput */

const valueBytes = 64_000;
const valueCount = 64;

/** @returns {Generator<JsonInput>} */
export function* jsonInputs() {
  const random = new Random('bench/kernels');
  const texts = (/** @type {() => string} */ make) =>
    joined(Array.from({ length: valueCount }, () => JSON.stringify({ text: make() })));
  yield { name: 'plain text', ...texts(() => plainText(random, valueBytes)) };
  for (const every of [50, 20]) {
    const name = `text with an escape every ${every} bytes`;
    yield { name, ...texts(() => escapedText(random, { bytes: valueBytes, every })) };
  }
  yield { name: 'text beyond ASCII', ...texts(() => wordsUpTo(random, foreignWords, valueBytes)) };
  yield { name: 'base64', ...texts(() => base64(random, valueBytes)) };
  const small = Array.from({ length: valueCount }, () => smallTokens(random, valueBytes));
  yield { name: 'small tokens', ...joined(small) };
  yield { name: 'lines of generated sessions', ...linesOf(mixedLines()) };
}

/** A text whose JSON has an escape of two bytes for each `every` bytes. @param {Random} random @param {{ bytes: number, every: number }} size */
export function escapedText(random, { bytes, every }) {
  const runs = Array.from({ length: Math.ceil(bytes / every) }, () => plainText(random, every - 2));
  return runs.map((run) => run + random.pick(['\n', '"', '\\', '\t'])).join('');
}

/** Words of letters, exactly so many bytes. @param {Random} random @param {number} bytes */
function plainText(random, bytes) {
  return wordsUpTo(random, words, bytes).slice(0, bytes);
}

/** @param {Random} random @param {readonly string[]} list @param {number} bytes */
function wordsUpTo(random, list, bytes) {
  const picked = [];
  for (let length = 0; length <= bytes;) {
    const word = random.pick(list);
    picked.push(word);
    length += Buffer.byteLength(word) + 1;
  }
  return picked.join(' ');
}

/** @param {Random} random @param {number} bytes */
function base64(random, bytes) {
  const raw = Buffer.allocUnsafe((bytes >> 2) * 3);
  for (let at = 0; at + 4 <= raw.length; at += 4) raw.writeUInt32LE(random.uint32(), at);
  return raw.toString('base64');
}

/** An array of small objects, as JSON. @param {Random} random @param {number} bytes */
function smallTokens(random, bytes) {
  const parts = [];
  for (let length = 2; length < bytes; length += (parts.at(-1)?.length ?? 0) + 1) {
    const [type, id] = [random.pick(identifiers), random.below(100_000)];
    const flags = [random.chance(0.5), null, random.below(10) / 4];
    parts.push(JSON.stringify({ type, id, at: [id, -id], flags, role: random.pick(words) }));
  }
  return `[${parts.join(',')}]`;
}

/** @param {readonly string[]} values */
function joined(values) {
  const starts = [];
  const ends = [];
  let position = 0;
  for (const value of values) {
    starts.push(position);
    position += Buffer.byteLength(value);
    ends.push(position);
    position += 1;
  }
  return { bytes: Buffer.from(`${values.join('\n')}\n`), starts, ends };
}

/** @param {Buffer} bytes */
function linesOf(bytes) {
  return joined(bytes.toString('utf8').trimEnd().split('\n'));
}
