// The js scanner with one trick taken out: strings are searched one byte at a time, which shows what the trick is worth.

import { readFileSync } from 'node:fs';

const scanModule = new URL('../../dist/kernels/js/scan-json.js', import.meta.url);

/** Where the search by words ends; when that is at once, all bytes are left to the loop behind it. */
const wordsEnd = 'const last = (base + to) >> 2;';
const noWords = 'const last = 0;';

/** Said in traces, instead of the whole source. */
const name = '//# sourceURL=scan-json-byte-by-byte.js';

/**
 * It comes from a second, changed copy of the module. Two classes over the same methods would be slower, both.
 * @returns {Promise<import('../../dist/contract/kernels.js').JsonScanner>}
 */
export async function byteByByteScanner() {
  const [before, after, ...more] = readFileSync(scanModule, 'utf8').split(wordsEnd);
  if (after === undefined || more.length > 0) {
    throw new Error(`the scanner has no single line "${wordsEnd}" any more: adapt this bench`);
  }
  const source = withAbsoluteImports(`${before}${noWords}${after}\n${name}`);
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
