// The js scanner with one trick taken out: strings are searched one byte at a time, which shows what the trick is worth.

const needMore = -2;
const escapedFlag = 1 << 8;

const stringClass = new Uint8Array(256);
stringClass.fill(3, 0, 0x20);
stringClass[0x22] = 1;
stringClass[0x5c] = 2;

const shortEscape = new Uint8Array(256);
for (const letter of '"\\bfnrt') shortEscape[letter.charCodeAt(0)] = 1;

/** @returns {Promise<import('../../dist/contract/kernels.js').JsonScanner>} */
export async function byteByByteScanner() {
  // A second copy of the module: with two classes over the same methods, the optimiser would make both slower.
  const scanModule = new URL('../../dist/kernels/js/scan-json.js?byte-by-byte', import.meta.url);
  const { ScanJson } = await import(scanModule.href);
  if (typeof ScanJson.prototype.readString !== 'function') {
    throw new Error('the scanner has no method readString any more: adapt this bench');
  }
  ScanJson.prototype.readString = readString;
  return new ScanJson();
}

/**
 * `ScanJson.readString` without words.
 * @this {any}
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 * @param {number} shift
 */
// oxlint-disable-next-line max-params -- the shape of the method it stands in for
function readString(bytes, from, to, shift) {
  let position = from;
  for (;;) {
    let kind = 0;
    while (position < to) {
      kind = stringClass[bytes[position]];
      if (kind !== 0) break;
      position += 1;
    }
    if (position >= to) return -(to + 3);
    if (kind === 1) {
      this.endString(bytes, from, position, shift);
      return position + 1;
    }
    if (kind === 3) {
      this.fail('control_in_string', position + shift);
      return position;
    }
    if (position + 1 < to && shortEscape[bytes[position + 1]] === 1) {
      this.stringFlags |= escapedFlag;
      this.stringShrink += 1;
      position += 2;
      continue;
    }
    const after = this.readEscape(bytes, position, to, shift);
    if (after === needMore) return -(position + 3);
    if (after < 0) return position;
    position = after;
  }
}
