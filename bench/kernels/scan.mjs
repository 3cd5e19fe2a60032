// The JSON scanner against `JSON.parse`, and against what merely reads or copies the bytes once.

import { isUtf8 } from 'node:buffer';

import { availableKernels } from './available-kernels.mjs';
import { byteByByteScanner } from './byte-by-byte.mjs';
import { jsonInputs } from './json-inputs.mjs';

export const about =
  'Checking JSON values and leaving a tape, against building values (TextDecoder, then JSON.parse), and against ' +
  'isUtf8 and a copy of the same bytes as yardsticks. `js, byte by byte` is the js scanner without its search of ' +
  'strings by 32-bit words.';

const parse = 'JSON.parse';
const copy = 'copy';

/** @returns {AsyncGenerator<import('../compare.mjs').Comparison>} */
export async function* comparisons() {
  const scanners = [
    ...availableKernels().map((kernel) => ({ name: kernel.name, scanner: kernel.createScanner() })),
    { name: 'js, byte by byte', scanner: await byteByByteScanner() },
  ];
  const lineScanners = availableKernels()
    .map((kernel) => ({ kernel, scanner: kernel.createLineScanner() }))
    .filter(({ scanner }) => scanner.mostLines > 1)
    .map(({ kernel, scanner }) => ({
      name: `${kernel.name}, ${scanner.mostLines} values at once`,
      scanner,
    }));
  for (const input of jsonInputs()) {
    const { name, bytes } = input;
    const target = Buffer.alloc(bytes.length);
    yield {
      input: name,
      bytes: bytes.length,
      ways: [
        ...scanners.map(({ name, scanner }) => ({ name, run: () => scanAll(scanner, input) })),
        ...lineScanners.map(({ name, scanner }) => ({
          name,
          run: () => scanLines(scanner, input),
        })),
        { name: parse, run: () => parseAll(input) },
        { name: 'isUtf8', run: () => Number(isUtf8(bytes)) },
        { name: copy, run: () => bytes.copy(target) },
      ],
      references: [parse, copy],
      equal: [...scanners, ...lineScanners].map(({ name }) => name),
    };
  }
}

/** @param {import('../../dist/contract/kernels.js').JsonScanner} scanner @param {import('./json-inputs.mjs').JsonInput} input */
function scanAll(scanner, { bytes, starts, ends }) {
  let tokens = 0;
  for (let value = 0; value < starts.length; value++) {
    scanner.reset();
    const read = scanner.step(bytes, starts[value], ends[value], 0, true);
    if (read < 0) throw new Error(`value ${value}: ${scanner.fault}`);
    tokens += scanner.tokenCount;
  }
  return tokens;
}

/**
 * As a walk over a rollout does: as many values in one crossing as the scanner takes.
 * @param {import('../../dist/contract/kernels.js').LineScanner} scanner
 * @param {import('./json-inputs.mjs').JsonInput} input
 */
function scanLines(scanner, { bytes, starts, ends }) {
  const bounds = new Uint32Array(scanner.mostLines * 2);
  let tokens = 0;
  for (let value = 0; value < starts.length; value += scanner.mostLines) {
    const count = Math.min(scanner.mostLines, starts.length - value);
    for (let line = 0; line < count; line++) {
      bounds[line * 2] = starts[value + line];
      bounds[line * 2 + 1] = ends[value + line];
    }
    scanner.scanLines(bytes, bounds, count);
    for (let line = 0; line < count; line++) {
      if (!scanner.show(line)) throw new Error(`value ${value + line} is none`);
      tokens += scanner.tokenCount;
    }
  }
  return tokens;
}

const decoder = new TextDecoder();

/** @param {import('./json-inputs.mjs').JsonInput} input */
function parseAll({ bytes, starts, ends }) {
  let values = 0;
  for (let value = 0; value < starts.length; value++) {
    const parsed = JSON.parse(decoder.decode(bytes.subarray(starts[value], ends[value])));
    if (typeof parsed === 'object') values += 1;
  }
  return values;
}
