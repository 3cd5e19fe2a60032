// Decoding items: a scan of each line and pieces in the item table, against parsing and printing each line's payload.

import { LineKind } from '../../dist/contract/line-index.js';
import { availableKernels } from '../kernels/available-kernels.mjs';
import { session } from '../sessions.mjs';
import { contextFor, inputInMemory, opened } from './parts.mjs';

export const about =
  'Getting every response item of a rollout ready to be sent, each once. The index is there already. The usual way ' +
  'parses the line and prints its payload.';

const parse = 'JSON.parse, then JSON.stringify';
const copy = 'copy of the same lines';

/** @returns {Generator<import('../compare.mjs').Comparison>} */
export function* comparisons() {
  const contexts = availableKernels().map(({ name }) => contextFor('last', name));
  const [context] = contexts;
  for (const { name, file } of inputs()) {
    const input = inputInMemory(file);
    const { index } = opened(input, context).session;
    const lines = itemLines(index);
    const target = Buffer.alloc(input.bytes.size);
    yield {
      input: `${name}, ${lines.length} items`,
      bytes: lines.reduce((sum, { start, end }) => sum + end - start, 0),
      ways: [
        ...contexts.map((context) => decoding(input, context, lines)),
        { name: parse, run: () => parseAndPrint(file.bytes, lines) },
        { name: copy, run: () => copyLines(file.bytes, lines, target) },
      ],
      references: [parse, copy],
    };
  }
}

/**
 * @param {import('./parts.mjs').SessionInput} input
 * @param {import('./parts.mjs').PreparedContext} context
 * @param {readonly ItemLine[]} lines
 */
function decoding(input, context, lines) {
  let { source } = opened(input, context);
  return {
    name: `decode into pieces, ${context.kernel.name}`,
    prepare: () => {
      source = opened(input, context).source;
    },
    run: () => {
      for (const { line } of lines) source.item(line);
      return source.table.count;
    },
  };
}

function* inputs() {
  for (const release of /** @type {const} */ (['0.47', '0.145', '0.171'])) {
    yield { name: `work, ${release}`, file: session({ shape: 'work', release, bytes: 3_000_000 }) };
  }
  yield {
    name: 'images, 0.145',
    file: session({ shape: 'images', release: '0.145', bytes: 3_000_000 }),
  };
}

/** @typedef {{ readonly line: number, readonly start: number, readonly end: number }} ItemLine */

/** @param {import('../../dist/contract/line-index.js').LineIndex} index @returns {ItemLine[]} */
function itemLines({ count, kinds, starts, ends }) {
  const lines = [];
  for (let line = 0; line < count; line++) {
    if (kinds[line] === LineKind.item) lines.push({ line, start: starts[line], end: ends[line] });
  }
  return lines;
}

/** @param {Buffer} bytes @param {readonly ItemLine[]} lines */
function parseAndPrint(bytes, lines) {
  let total = 0;
  for (const { start, end } of lines) {
    const { payload } = JSON.parse(bytes.toString('utf8', start, end));
    total += Buffer.from(JSON.stringify(payload)).length;
  }
  return total;
}

/** @param {Buffer} bytes @param {readonly ItemLine[]} lines @param {Buffer} target */
function copyLines(bytes, lines, target) {
  let total = 0;
  for (const { start, end } of lines) total += bytes.copy(target, total, start, end);
  return total;
}
