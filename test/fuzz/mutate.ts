// Damages rollouts at random, the same way for the same seed.

import { Buffer } from 'node:buffer';

/** Random numbers from a seed (mulberry32). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = (seed * 0x9e3779b1) >>> 0;
  }

  /** A whole number from 0 up to `limit`, without it. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('nothing to choose from');
    const [choice] = choices.slice(this.below(choices.length)) as [T];
    return choice;
  }
}

type Mutation = (bytes: Buffer, chance: Chance) => Buffer;

const splice = (bytes: Buffer, [from, to]: readonly [number, number], middle: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(to)]);

/** Puts the lines through a change; line feeds stay with their lines. */
const onLines =
  (change: (lines: string[], chance: Chance) => void): Mutation =>
  (bytes, chance) => {
    const lines = bytes.toString('latin1').split(/(?<=\n)/);
    change(lines, chance);
    return Buffer.from(lines.join(''), 'latin1');
  };

const junk = [
  '\0',
  '\0\0\0\0',
  '\n',
  '\r\n',
  '{',
  '}',
  '"',
  '\\',
  ',',
  '\ufeff',
  '\u2028',
  '\\ud800',
  '\u00ff',
  ' ',
];

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'words',
  'user',
  'message',
  'function_call_output',
  '\ud83e\udd80',
  '\ud83e',
  '<skill>x</skill>',
  '<environment_context>',
  'https://example.org/a.png',
  'x'.repeat(5000),
  [],
  {},
  [null],
  [{}],
  [[[[]]]],
  { type: 'input_text', text: 'words' },
  { type: 'compaction', encrypted_content: 'e' },
  [{ type: 'message', role: 'user', content: [] }],
];

/** Puts another value in the place of one somewhere inside. */
function replaceInside(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.below(6) === 0) {
    return chance.pick(values);
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return [chance.pick(values)];
    const at = chance.below(value.length);
    if (chance.below(5) === 0) return value.toSpliced(at, 1);
    if (chance.below(5) === 0) return [...value, value[at]];
    return value.with(at, replaceInside(value[at], chance));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return { type: chance.pick(values) };
  const at = chance.below(entries.length);
  const [key, inner] = entries[at] ?? ['', undefined];
  if (chance.below(6) === 0) return Object.fromEntries(entries.toSpliced(at, 1));
  if (chance.below(10) === 0) return Object.fromEntries(entries.toReversed());
  return Object.fromEntries(entries.with(at, [key, replaceInside(inner, chance)]));
}

const mutations: readonly Mutation[] = [
  // Bytes.
  (bytes, chance) => {
    const flipped = Buffer.from(bytes);
    for (let count = 1 + chance.below(8); count > 0 && flipped.length > 0; count -= 1) {
      const at = chance.below(flipped.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << chance.below(8));
    }
    return flipped;
  },
  (bytes, chance) => {
    const at = chance.below(bytes.length + 1);
    return splice(bytes, [at, at], Buffer.from(chance.pick(junk)));
  },
  (bytes, chance) => {
    const at = chance.below(bytes.length + 1);
    return splice(bytes, [at, Math.min(bytes.length, at + 1 + chance.below(200))], Buffer.alloc(0));
  },
  (bytes, chance) => bytes.subarray(0, chance.below(bytes.length + 1)),
  // Lines.
  onLines((lines, chance) => lines.splice(chance.below(lines.length), 1 + chance.below(3))),
  onLines((lines, chance) => {
    const at = chance.below(lines.length);
    lines.splice(chance.below(lines.length + 1), 0, ...lines.slice(at, at + 1 + chance.below(4)));
  }),
  onLines((lines, chance) => {
    const [one, other] = [chance.below(lines.length), chance.below(lines.length)];
    [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
  }),
  onLines((lines, chance) => {
    const at = chance.below(lines.length);
    const line = lines[at] ?? '';
    lines[at] = `${line.slice(0, chance.below(line.length + 1))}\n`;
  }),
  onLines((lines, chance) => {
    const at = chance.below(lines.length);
    lines[at] = (lines[at] ?? '').replace(/\n$/, '');
  }),
  onLines((lines, chance) => {
    const at = chance.below(lines.length);
    const wide = (lines[at] ?? '').replaceAll('":', `"${chance.pick([' ', '\t'])}: `);
    lines[at] = wide;
  }),
  // Values.
  ...Array.from({ length: 6 }, () =>
    onLines((lines, chance) => {
      const at = chance.below(lines.length);
      const text = Buffer.from(lines[at] ?? '', 'latin1').toString('utf8');
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return;
      }
      const changed = JSON.stringify(replaceInside(value, chance)) ?? '';
      lines[at] = `${Buffer.from(changed).toString('latin1')}\n`;
    }),
  ),
];

/** The bytes after a few changes. */
export function mutate(bytes: Uint8Array, chance: Chance): Uint8Array {
  let changed: Buffer = Buffer.from(bytes);
  for (let count = 1 + chance.below(5); count > 0; count -= 1) {
    changed = chance.pick(mutations)(changed, chance);
  }
  return changed;
}
