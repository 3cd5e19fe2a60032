/** Tokens of one unit of a prompt. */

import { createHash } from 'node:crypto';

/** How tokens are told apart: as the model's encoding cuts them, or every four bytes. */
export type TokenRule = 'o200k' | 'bytes4';

/** The tokens of a text by an encoding. */
export type EncodeText = (text: string) => ArrayLike<number>;

export type TokeniseUnit = (json: Uint8Array) => Uint32Array;

/** Tokens an image is taken for, whatever its payload: the reference program's 7,373 bytes at four bytes each. */
const imageTokens = 1844;

/** Bytes of a sealed text that no reader gets to see, by the reference program's estimate. */
const sealedOverhead = 650;

/** What a stretch of stand-in tokens has in common, so that none of them is a token of a text. */
const standInBit = 0x8000_0000;

const inlineData = /^data:[^,]*;base64,/i;

/** @param encode makes the tokens of the rule `o200k` */
export function unitTokeniser(rule: TokenRule, encode: EncodeText): TokeniseUnit {
  const tokensOf =
    rule === 'bytes4'
      ? tokensOfBytes
      : (json: Uint8Array) => Uint32Array.from(encode(textOf(json)));
  return (json) => (mayHoldPayload(json) ? tokensBeside(json, tokensOf) : tokensOf(json));
}

/** Text that nobody reads as text: images and sealed reasoning. They count as much as they cost the model. */
function mayHoldPayload(json: Uint8Array): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  return bytes.includes('"encrypted_content"') || bytes.includes(';base64,');
}

/** The tokens of the unit without its payloads, then stand-ins for each: equal payloads have equal ones. */
function tokensBeside(json: Uint8Array, tokensOf: TokeniseUnit): Uint32Array {
  const payloads: number[] = [];
  const rest = JSON.stringify(JSON.parse(textOf(json)), (key, value: unknown) => {
    const count = typeof value === 'string' ? payloadTokens(key, value) : 0;
    if (count === 0) return value;
    payloads.push(...standIns(String(value), count));
    return '';
  });
  return Uint32Array.from([...tokensOf(Buffer.from(rest)), ...payloads]);
}

/** Tokens a payload is taken for; 0 for what is none. */
function payloadTokens(key: string, value: string): number {
  if (inlineData.test(value)) return imageTokens;
  if (key !== 'encrypted_content') return 0;
  const readable = Math.floor((value.length * 3) / 4) - sealedOverhead;
  return Math.max(1, Math.ceil(readable / 4));
}

function standIns(payload: string, count: number): readonly number[] {
  const digest = createHash('sha256').update(payload).digest();
  const words = digest.length / 4;
  return Array.from(
    { length: count },
    (_, index) => (digest.readUInt32LE((index % words) * 4) | standInBit) >>> 0,
  );
}

/** Four bytes are one token; the last may be of fewer. */
function tokensOfBytes(json: Uint8Array): Uint32Array {
  const tokens = new Uint32Array(Math.ceil(json.length / 4));
  new Uint8Array(tokens.buffer).set(json);
  return tokens;
}

function textOf(json: Uint8Array): string {
  return Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString();
}
