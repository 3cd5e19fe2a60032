// Indexing a rollout: heads of lines, against parsing every line.

import { isUtf8 } from 'node:buffer';

import { LineIndex } from '../../dist/contract/line-index.js';
import { indexRollout } from '../../dist/rollout/index-rollout.js';
import { session } from '../sessions.mjs';
import { contextFor, inputInMemory } from './parts.mjs';

export const about =
  'Finding every line of a rollout and what it is. It checks UTF-8 throughout, and JSON only where a head does not ' +
  'decide; the usual way parses each line.';

const parse = 'JSON.parse of each line';
const check = 'isUtf8';

/** @returns {Generator<import('../compare.mjs').Comparison>} */
export function* comparisons() {
  const { kernel, findAtom } = contextFor('last');
  const tools = { kernel, findAtom, scanner: kernel.createScanner(), acceptsBare: true };
  const out = new LineIndex();
  for (const { name, file } of inputs()) {
    const { bytes } = inputInMemory(file);
    yield {
      input: name,
      bytes: bytes.size,
      ways: [
        {
          name: 'indexRollout',
          run: () => {
            indexRollout(bytes, tools, out);
            return out.count;
          },
        },
        { name: parse, run: () => parseLines(file.bytes) },
        { name: check, run: () => Number(isUtf8(file.bytes)) },
      ],
      references: [parse, check],
      equal: ['indexRollout', parse],
    };
  }
}

function* inputs() {
  yield {
    name: 'work, 0.145',
    file: session({ shape: 'work', release: '0.145', bytes: 8_000_000 }),
  };
  yield {
    name: 'work, 0.171',
    file: session({ shape: 'work', release: '0.171', bytes: 8_000_000 }),
  };
  yield {
    name: 'gallery, 0.145: long lines of images',
    file: session({ shape: 'gallery', release: '0.145', bytes: 12_000_000 }),
  };
  yield {
    name: 'bare lines, which are all scanned',
    file: session({ shape: 'bare', release: '0.47', bytes: 2_000_000 }),
  };
}

/** @param {Buffer} bytes */
function parseLines(bytes) {
  let lines = 0;
  for (const line of bytes.toString('utf8').split('\n')) {
    if (line === '') continue;
    if (typeof JSON.parse(line) === 'object') lines += 1;
  }
  return lines;
}
