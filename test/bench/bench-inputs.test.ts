// What the benches measure on: it must be what its name says, or the numbers mean nothing.

import { expect, test } from 'vitest';

import { Random } from '../../bench/corpus/generate/random.mjs';
import { byteByByteScanner } from '../../bench/kernels/byte-by-byte.mjs';
import { escapedText, jsonInputs } from '../../bench/kernels/json-inputs.mjs';
import { liveLine, places } from '../../bench/memory/live-line.mjs';
import { memoryFiles } from '../../bench/memory/memory-files.mjs';
import { jsKernel } from '../../src/kernels/js/kernel.js';
import { renderRollout } from '../../src/index.js';

test('a text with an escape every 20 bytes has that', () => {
  const json = JSON.stringify(escapedText(new Random(1), { bytes: 2_000, every: 20 }));
  expect(json).toHaveLength(2_002);
  expect(json.match(/\\./g)).toHaveLength(100);
});

test('every value of the inputs is sound, with and without words in the scanner', async () => {
  const scanners = [jsKernel.createScanner(), await byteByByteScanner()];
  for (const { name, bytes, starts, ends } of jsonInputs()) {
    const tapes = scanners.map((scanner) => {
      scanner.reset();
      const read = scanner.step(bytes, starts[0] ?? 0, ends[0] ?? 0, 0, true);
      return { name, read, tape: [...scanner.tape.subarray(0, scanner.tokenCount * 4)] };
    });
    expect(tapes[0]?.read).toBe(ends[0]);
    expect(tapes[1]).toEqual(tapes[0]);
  }
});

function rolloutOf(pieces: Iterable<{ bytes: Uint8Array }>): Buffer {
  return Buffer.concat([...pieces].map(({ bytes }) => Buffer.from(bytes)));
}

test.each(places)('the long %s is one line, and is part of the last request', (place) => {
  const rollout = rolloutOf(liveLine({ place, bytes: 20_000, path: 'a.jsonl' }));
  const lines = rollout.toString().trimEnd().split('\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 20_000)).toHaveLength(1);
  const last = JSON.stringify(renderRollout(rollout).at(-1));
  expect(Buffer.byteLength(last)).toBeGreaterThan(20_000);
});

test('the files of the memory bench have the size asked for', () => {
  const files = memoryFiles({ lineBytes: 100_000, fileBytes: 2_000_000 });
  for (const { name, pieces } of files) {
    const { length } = rolloutOf(pieces());
    expect([name, length > 100_000]).toEqual([name, true]);
  }
  expect(files.map(({ name }) => name)).toEqual(['long-line', ...places, 'over-4gib']);
});
