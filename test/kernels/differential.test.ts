// The same bytes to every kernel: what one says, all say, down to the last word of the tape.

import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonScanner, Kernel } from '../../src/contract/kernels.js';
import { tokenWords } from '../../src/contract/tape.js';
import { selectKernel } from '../../src/kernels/select.js';
import { applyEdits, byteSoup, damagedJson, edits, jsonText } from '../support/json-texts.js';
import { generatedFiles, shapePairs } from '../support/generated-sessions.js';

/** How many inputs; `PROMPTMILL_DIFFERENTIAL_RUNS=200000` is the long mode. */
const runs = Number(process.env['PROMPTMILL_DIFFERENTIAL_RUNS'] ?? 2000);
const seed = Number(process.env['PROMPTMILL_DIFFERENTIAL_SEED'] ?? 20);

function kernelsHere(): Kernel[] {
  return (['js', 'wasm', 'native'] as const).flatMap((name) => {
    try {
      return [selectKernel(name).kernel];
    } catch {
      // Native alone may be missing; the first test below counts what is there.
      return [];
    }
  });
}

const kernels = kernelsHere();
const scanners = kernels.map((kernel) => kernel.createScanner());

const rolloutLines = shapePairs.slice(0, 12).flatMap(([shape, release]) =>
  generatedFiles({ seed: 3, shape, release, bytes: 20_000 })
    .flatMap(([, bytes]) => bytes.toString('latin1').split('\n'))
    .filter((line) => line.length > 0 && line.length < 6000)
    .slice(0, 60)
    .map((line) => Buffer.from(line, 'latin1')),
);

const rolloutLine = fc.constantFrom(...rolloutLines);
const damagedLine = fc.tuple(rolloutLine, edits).map(([line, list]) => applyEdits(line, list));

/** Characters at the borders of UTF-8 and its most common faults, inside a string. */
const utf8Edges = fc
  .array(
    fc.constantFrom(
      ...['\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '\u{10000}'].map(
        (text) => Buffer.from(text),
      ),
      ...[[0x80], [0xc0, 0xaf], [0xe0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]].map(
        (list) => Buffer.from(list),
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Buffer.concat([Buffer.from('"'), ...parts, Buffer.from('"')]));

const escapes = [
  ['\\\\', '\\"', '\\n', '\\b', '\\/', '\\u0000', '\\u001F', '\\u0041', '\\u00e9', '\\u20AC'],
  ['\\ud83e\\udd80', '\\ud83e', '\\udd80', '\\ud83e\\u0041', '\\u12', '\\x', '\\', 'plain text'],
].flat();

const escape = fc.constantFrom(...escapes);

/** Escapes close together, so that they fall on every place of a vector. */
const escapeRuns = fc
  .array(escape, { maxLength: 60 })
  .map((parts) => Buffer.from(`{"type":"${parts.join('')}"}`));

const input = fc.oneof(
  jsonText.map((text) => Buffer.from(text)),
  damagedJson,
  byteSoup,
  fc.uint8Array({ maxLength: 200 }),
  rolloutLine,
  damagedLine,
  utf8Edges,
  escapeRuns,
);

/** All that a caller can see after scanning `bytes`, cut at `cuts`, each step at its own place in a buffer. */
function answer(scanner: JsonScanner, bytes: Uint8Array, cuts: readonly number[]): unknown {
  scanner.reset();
  const reads: number[] = [];
  let position = 0;
  for (const end of [...cuts, bytes.length]) {
    const isFinal = end === bytes.length;
    if (end < position) continue;
    const before = position % 7;
    const window = Buffer.alloc(before + end - position + (end % 80), 0x22);
    window.set(bytes.subarray(position, end), before);
    const to = before + end - position;
    const read = scanner.step(window, before, to, position, isFinal);
    reads.push(read);
    if (read < 0 || isFinal) break;
    position += read - before;
  }
  return {
    reads,
    fault: scanner.fault,
    faultOffset: scanner.fault === undefined ? undefined : scanner.faultOffset,
    tape: Array.from(scanner.tape.subarray(0, scanner.tokenCount * tokenWords)),
  };
}

/** What the fuzzer of the Rust core kept (`scripts/fuzz-core.mjs`); its first two bytes say where to cut. */
const corpus = readFileSync(new URL('./fixtures/core-corpus.txt', import.meta.url), 'latin1')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => Buffer.from(line, 'base64'));

/** What each kernel says, and what the first, the reference, says: so many times. */
function answers(bytes: Uint8Array, cuts: readonly number[]): [unknown[], unknown[]] {
  const inside = cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b);
  const given = scanners.map((scanner) => answer(scanner, bytes, inside));
  return [given, given.map(() => given[0])];
}

describe('the kernels', () => {
  it('that can be had are all here', () => {
    const names = kernels.map(({ name }) => name);
    expect(names.filter((name) => name !== 'native')).toEqual(['js', 'wasm']);
    expect(new Set(scanners.map((scanner) => scanner.constructor.name)).size).toBe(names.length);
  });

  it('agree on every input that a fuzzer found new', () => {
    expect(corpus.length).toBeGreaterThan(500);
    for (const entry of corpus) {
      const cut = entry[1] ?? 0;
      const [given, expected] = answers(entry.subarray(2), [cut, cut * 2]);
      expect(given).toEqual(expected);
    }
  });

  it('leave the same tape or fault for any bytes, whatever the steps', { timeout: 36e5 }, () => {
    const cuts = fc.array(fc.nat(400), { maxLength: 3 });
    const property = fc.property(input, cuts, (bytes, positions) => {
      const [given, expected] = answers(bytes, positions);
      expect(given).toEqual(expected);
    });
    fc.assert(property, { numRuns: runs, seed });
  });
});
