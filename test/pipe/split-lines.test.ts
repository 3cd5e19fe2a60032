import { describe, expect, it } from 'vitest';
import type { Incoming } from '../../src/pipe/split.js';
import { LineSplitter } from '../../src/pipe/split-lines.js';

function split(chunks: readonly string[], maxBytes = 100): unknown[] {
  const splitter = new LineSplitter(maxBytes);
  const incoming: Incoming[] = chunks.flatMap((chunk) => [...splitter.push(Buffer.from(chunk))]);
  return [...incoming, ...splitter.end()].map((record) =>
    record.kind === 'record' ? Buffer.from(record.bytes).toString('utf8') : record.byteLength,
  );
}

describe('LineSplitter', () => {
  it('gives lines however the input is cut', () => {
    const text = 'one\n\ntwo\nthree';
    for (const size of [1, 2, 3, 5, 100]) {
      const chunks = text.match(new RegExp(`[^]{1,${String(size)}}`, 'g')) ?? [];
      expect(split(chunks)).toEqual(['one', '', 'two', 'three']);
    }
  });

  it('ends lines at byte 0x0A alone', () => {
    const line = 'a\rb\u2028c\u2029d\u0085e';
    expect(split([`${line}\nf\n`])).toEqual([line, 'f']);
  });

  it('counts a line that is too long, keeps none of it and reads on', () => {
    expect(split(['a\n12345', '67890', '1\nb\n12345'], 5)).toEqual(['a', 11, 'b', '12345']);
  });

  it('gives nothing for no input', () => {
    expect(split([])).toEqual([]);
    expect(split(['a\n'])).toEqual(['a']);
  });
});
