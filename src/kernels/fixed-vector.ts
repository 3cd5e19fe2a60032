/** What a kernel must answer before it is taken: a wrong build or a wrong processor is found here, not in the output. */

import { Buffer } from 'node:buffer';
import type { Kernel } from '../contract/kernels.js';
import { atom } from '../contract/atoms.js';
import { atomShift, Flag, Kind, tokenWords } from '../contract/tape.js';

/** A value with a bit of all: known names, escapes, a run longer than a vector, numbers, white space. */
const value = Buffer.from(
  '{"type":"message","x":["\\u0072ole","a run of more than sixteen bytes \\n é","\\ud800"],"n":[-0, 12,true]}',
);

const named = (kind: number, name: Parameters<typeof atom>[0]): number =>
  kind | (atom(name) << atomShift);

const tape = [
  [Kind.object | Flag.loose | Flag.loneSurrogate | Flag.inexactNumber, 0, 104, 13],
  [named(Kind.key, 'type'), 2, 6, 4],
  [named(Kind.string, 'message'), 9, 16, 7],
  [Kind.key, 19, 20, 1],
  [Kind.array | Flag.loose | Flag.loneSurrogate, 22, 85, 8],
  [named(Kind.string, 'role') | Flag.escaped | Flag.loose, 24, 33, 4],
  [Kind.string | Flag.escaped, 36, 74, 37],
  [Kind.string | Flag.escaped | Flag.loose | Flag.loneSurrogate, 77, 83, 3],
  [Kind.key, 87, 88, 1],
  [Kind.array | Flag.loose | Flag.inexactNumber, 90, 103, 13],
  [Kind.number | Flag.inexactNumber, 91, 93, 0],
  [Kind.number, 95, 97, 0],
  [Kind.true, 98, 102, 0],
].flat();

const broken = Buffer.from('["a text that is no text: \u0001"]');
const brokenAt = 26;

const lines = Buffer.from('a\n\nsomewhat more than a vector is long\nb');
const lineEnds = [1, 2, 38];

/** What a kernel answers wrongly, or undefined. */
export function wrongAnswer(kernel: Kernel): string | undefined {
  const scanner = kernel.createScanner();
  scanner.reset();
  if (scanner.step(value, 0, value.length, 0, true) !== value.length) return 'it refuses a value';
  const words = scanner.tokenCount * tokenWords;
  const isSame = words === tape.length && tape.every((word, index) => scanner.tape[index] === word);
  if (!isSame) return 'it leaves another tape';
  scanner.reset();
  const read = scanner.step(broken, 0, broken.length, 0, true);
  if (read !== -1 || scanner.fault !== 'control_in_string' || scanner.faultOffset !== brokenAt) {
    return 'it finds another fault';
  }
  const found = new Uint32Array(8);
  const count = kernel.findLineEnds(lines, 0, lines.length, found);
  if (count !== lineEnds.length || !lineEnds.every((end, index) => found[index] === end)) {
    return 'it finds other line ends';
  }
  const isRight = kernel.isUtf8(value, 0, value.length) && !kernel.isUtf8(value, 0, 73);
  return isRight ? undefined : 'it is mistaken about UTF-8';
}
