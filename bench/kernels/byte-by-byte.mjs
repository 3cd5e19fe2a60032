// The js scanner with one trick taken out: strings are searched one byte at a time, which shows what the trick is worth.

import { readFileSync } from 'node:fs';

const scanModule = new URL('../../dist/kernels/js/scan-json.js', import.meta.url);

/** Where the searches by words and by blocks of them end; when that is at once, all is left to the loop of bytes. */
const ends = [
  ['const last = (base + to) >> 2;', 'const last = 0;'],
  [
    'const lastBlock = Math.min(((base + to) >> 2) + 1, words.length) - blockWords;',
    'const lastBlock = -1;',
  ],
];

/** Said in traces, instead of the whole source. */
const name = '//# sourceURL=scan-json-byte-by-byte.js';

/**
 * It comes from a second, changed copy of the module. Two classes over the same methods would be slower, both.
 * @returns {Promise<import('../../dist/contract/kernels.js').JsonScanner>}
 */
export async function byteByByteScanner() {
  let changed = readFileSync(scanModule, 'utf8');
  for (const [line, instead] of ends) {
    if (changed.split(line).length !== 2) {
      throw new Error(`the scanner has no single line "${line}" any more: adapt this bench`);
    }
    changed = changed.replace(line, instead);
  }
  const source = withAbsoluteImports(`${changed}\n${name}`);
  const { ScanJson } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return new ScanJson();
}

/** @param {string} source */
function withAbsoluteImports(source) {
  return source.replaceAll(
    / from '(\.[^']+)'/g,
    (_, path) => ` from '${new URL(path, scanModule)}'`,
  );
}
