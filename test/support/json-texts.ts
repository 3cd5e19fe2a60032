// Arbitrary JSON for property tests: values in many spellings, and texts that are almost JSON.

import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { atomNames } from '../../src/contract/atoms.js';

const spaces = fc.constantFrom('', '', '', ' ', '\t', '\r', '\n', ' \n ');

const characters = fc.oneof(
  fc.constantFrom('a', 'Z', '7', ' ', '/', 'é', 'ß', '→', '漢', '\u{1f980}', '\u2028', '\u007f'),
  fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'),
  fc.constantFrom('\\u0000', '\\u001f', '\\u001F', '\\u000a', '\\u0041', '\\u00e9', '\\u20ac'),
  fc.constantFrom('\\ud83e\\udd80', '\\uD83E\\uDD80', '\\ud83e', '\\udd80', '\\ud83e\\ud83e'),
);

const strings = fc.oneof(
  fc.array(characters, { maxLength: 24 }).map((parts) => `"${parts.join('')}"`),
  fc.constantFrom(...atomNames).map((name) => `"${name}"`),
  fc.string({ maxLength: 80 }).map((value) => JSON.stringify(value)),
);

const numbers = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom('-0', '0', '0.0', '1e5', '1E+05', '2.50', '-1.5e-7', '123456789012345'),
);

/** JSON as no writer would print it: white space, escapes and number forms of all kinds, keys given twice. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string; padded: string }>(
  (tie) => ({
    padded: fc.tuple(spaces, tie('value'), spaces).map((parts) => parts.join('')),
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(strings, numbers, fc.constantFrom('true', 'false', 'null')),
      fc.array(tie('padded'), { maxLength: 5 }).map((values) => `[${values.join(',')}]`),
      fc
        .array(fc.tuple(spaces, strings, spaces, tie('padded')), { maxLength: 5 })
        .map((members) =>
          members.map(([before, key, after, value]) => `${before}${key}${after}:${value}`),
        )
        .map((members) => `{${members.join(',')}}`),
      spaces.map((space) => `[${space}]`),
      spaces.map((space) => `{${space}}`),
    ),
  }),
).padded;

const meaningful = Buffer.from('{}[]":,\\/-+.eE0123456789tfnrulsab \t\r\n\0\u001f\u007f', 'latin1');

type Edit = {
  readonly kind: string;
  readonly at: number;
  readonly length: number;
  readonly byte: number;
};

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'insert'),
  at: fc.nat(),
  length: fc.integer({ min: 1, max: 6 }),
  byte: fc.oneof(fc.constantFrom(...meaningful), fc.integer({ min: 0, max: 255 })),
});

/** Damage in a few places of any text. */
export const edits: fc.Arbitrary<Edit[]> = fc.array(edit, { minLength: 1, maxLength: 3 });

/** JSON damaged in a few places. */
export const damagedJson: fc.Arbitrary<Uint8Array> = fc
  .tuple(jsonText, edits)
  .map(([text, list]) => applyEdits(Buffer.from(text), list));

export function applyEdits(bytes: Uint8Array, list: readonly Edit[]): Uint8Array {
  return list.reduce(applyEdit, bytes);
}

function applyEdit(bytes: Uint8Array, { kind, at, length, byte }: Edit): Uint8Array {
  const position = at % (bytes.length + 1);
  const end =
    kind === 'insert'
      ? position
      : Math.min(bytes.length, position + (kind === 'flip' ? 1 : length));
  const middle = kind === 'cut' ? [] : [byte];
  return Buffer.concat([bytes.subarray(0, position), Buffer.from(middle), bytes.subarray(end)]);
}

/** Bytes, mostly those that mean something in JSON. */
export const byteSoup: fc.Arbitrary<Uint8Array> = fc
  .array(fc.oneof(fc.constantFrom(...meaningful), fc.integer({ min: 0, max: 255 })), {
    maxLength: 40,
  })
  .map((bytes) => Uint8Array.from(bytes));

/** Whether `JSON.parse` takes the bytes; undefined when they are no UTF-8 and so no text. */
export function isJson(bytes: Uint8Array): boolean | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}
