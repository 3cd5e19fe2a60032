/** Where the members and elements of a JSON value stand, in bytes: for bodies that are cut and spliced, not printed anew. */

/** A stretch of bytes, without the comma behind it. */
export interface ByteRange {
  readonly startBytes: number;
  readonly endBytes: number;
}

/** A member of an object, from its key's quote to the end of its value. */
export interface MemberRange extends ByteRange {
  readonly key: string;
  readonly valueBytes: number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;

/**
 * @param json well-formed JSON in UTF-8
 * @param startBytes where an object begins
 */
export function* membersOf(json: Uint8Array, startBytes: number): Generator<MemberRange> {
  let at = skipSpace(json, startBytes + 1);
  while (json[at] === quote) {
    const keyEnd = stringEnd(json, at);
    const key: unknown = JSON.parse(textOf(json, at, keyEnd));
    const valueBytes = skipSpace(json, skipSpace(json, keyEnd) + 1);
    const endBytes = valueEnd(json, valueBytes);
    yield { key: String(key), startBytes: at, valueBytes, endBytes };
    at = behindComma(json, endBytes);
  }
}

/**
 * @param json well-formed JSON in UTF-8
 * @param startBytes where an array begins
 */
export function elementsOf(json: Uint8Array, startBytes: number): ByteRange[] {
  const elements: ByteRange[] = [];
  let at = skipSpace(json, startBytes + 1);
  while (json[at] !== closeBracket) {
    const endBytes = valueEnd(json, at);
    elements.push({ startBytes: at, endBytes });
    at = behindComma(json, endBytes);
  }
  return elements;
}

function valueEnd(json: Uint8Array, startBytes: number): number {
  const first = json[startBytes];
  if (first === quote) return stringEnd(json, startBytes);
  if (first === openBrace || first === openBracket) return containerEnd(json, startBytes);
  let at = startBytes;
  while (at < json.length && !endsScalar(json[at])) at += 1;
  return at;
}

function endsScalar(byte: number | undefined): boolean {
  if (byte === undefined || byte <= space) return true;
  return byte === comma || byte === closeBrace || byte === closeBracket || byte === colon;
}

function containerEnd(json: Uint8Array, startBytes: number): number {
  let depth = 0;
  let at = startBytes;
  while (at < json.length) {
    const byte = json[at];
    if (byte === quote) {
      at = stringEnd(json, at);
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth += 1;
    if (byte === closeBrace || byte === closeBracket) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return at;
}

/** Quotes are looked for by machine code: most of a request is text. */
function stringEnd(json: Uint8Array, startBytes: number): number {
  let close = json.indexOf(quote, startBytes + 1);
  while (close !== -1 && isEscaped(json, close)) close = json.indexOf(quote, close + 1);
  return close === -1 ? json.length : close + 1;
}

function isEscaped(json: Uint8Array, at: number): boolean {
  let slashes = 0;
  while (json[at - 1 - slashes] === backslash) slashes += 1;
  return slashes % 2 === 1;
}

function behindComma(json: Uint8Array, endBytes: number): number {
  const at = skipSpace(json, endBytes);
  return json[at] === comma ? skipSpace(json, at + 1) : at;
}

function skipSpace(json: Uint8Array, startBytes: number): number {
  let at = startBytes;
  while (at < json.length && (json[at] ?? 0) <= space) at += 1;
  return at;
}

function textOf(json: Uint8Array, startBytes: number, endBytes: number): string {
  return Buffer.from(json.buffer, json.byteOffset + startBytes, endBytes - startBytes).toString();
}
