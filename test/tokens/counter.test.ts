import { describe, expect, it } from 'vitest';
import { createTokenCounter, createTokenEncoder } from '../../src/tokens/counter.js';

/** Counts that the encoding's own publisher and its reference implementation give. */
const known: readonly (readonly [string, number])[] = [
  ['', 0],
  ['hello world', 2],
  ['tiktoken is great!', 6],
  ['antidisestablishmentarianism', 6],
  ['2 + 2 = 4', 7],
  ['お誕生日おめでとう', 8],
];

describe('o200k_base', () => {
  it.each(known)('counts %j as %i tokens', async (text, tokens) => {
    const counter = await createTokenCounter('o200k_base');
    expect(counter.count(text)).toBe(tokens);
  });

  it('takes what looks like a special token for text', async () => {
    const counter = await createTokenCounter('o200k_base');
    const encode = await createTokenEncoder();
    expect(counter.count('<|endoftext|>')).toBe(7);
    expect(encode('<|endoftext|>')).toEqual([27, 91, 419, 1440, 919, 91, 29]);
  });

  it('gives the same count for a long text when it comes again, and for one that differs at its end', async () => {
    const counter = await createTokenCounter('o200k_base');
    const long = 'hello world '.repeat(200);
    const counts = [counter.count(long), counter.count(long), counter.count(`${long}2 + 2 = 4`)];
    expect(counts).toEqual([401, 401, 408]);
  });

  it('counts as many tokens as it encodes, also of long runs and of halves of surrogate pairs', async () => {
    const counter = await createTokenCounter('o200k_base');
    const encode = await createTokenEncoder();
    for (const text of ['='.repeat(10_000), 'x'.repeat(5000), '\ud800', 'é'.repeat(600)]) {
      expect(counter.count(text)).toBe(encode(text).length);
    }
  });
});

describe('bytes/4', () => {
  it('counts bytes of UTF-8 by four, rounded up', async () => {
    const counter = await createTokenCounter('bytes/4');
    expect(['', 'a', 'abcd', 'abcde', '日本'].map((text) => counter.count(text))).toEqual([
      0, 1, 1, 2, 2,
    ]);
  });
});
