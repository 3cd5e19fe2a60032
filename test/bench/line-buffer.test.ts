// Lines in a reused buffer: copied texts give the same bytes as printed ones.

import { expect, test } from 'vitest';

import { LineBuffer } from '../../bench/corpus/generate/line-buffer.mjs';
import { parseSize } from '../../bench/corpus/generate/parse-size.mjs';
import { Random } from '../../bench/corpus/generate/random.mjs';
import { Text } from '../../bench/corpus/generate/text.mjs';
import { poolText } from '../../bench/corpus/generate/text-pools.mjs';

test('a line with texts is the line that JSON.stringify would have printed', () => {
  const buffer = new LineBuffer();
  const plain = 'a "quoted"\n\u0000 \u001b[0m ü 麦 🌾 \\';
  buffer.append({ a: Text.of(plain), b: [1, Text.of('x', Text.of(plain), 'y')], c: plain });
  const expected = JSON.stringify({ a: plain, b: [1, `x${plain}y`], c: plain });
  expect(buffer.take().toString()).toBe(`${expected}\n`);
});

test('the total counts what was taken; the buffer starts over', () => {
  const buffer = new LineBuffer();
  buffer.append({ a: 1 });
  buffer.take();
  buffer.appendRaw('raw\n');
  expect(buffer.take().toString()).toBe('raw\n');
  expect(buffer.total).toBe('{"a":1}\nraw\n'.length);
});

test('it grows past its first size', () => {
  const buffer = new LineBuffer();
  const long = 'wheat '.repeat(400_000);
  buffer.append({ long });
  expect(buffer.take().toString()).toBe(`${JSON.stringify({ long })}\n`);
});

test.each(['prose', 'code', 'log', 'foreign', 'base64', 'nested'] as const)(
  'a text of the %s pool is valid inside of a string and as long as was asked',
  (kind) => {
    const buffer = new LineBuffer();
    const random = new Random(kind);
    for (const bytes of [1, 50, 3_000, 400_000]) {
      const text = poolText(kind, random, bytes);
      buffer.append({ text });
      const line = buffer.take().toString();
      expect(typeof JSON.parse(line).text).toBe('string');
      expect(text.byteLength).toBeGreaterThanOrEqual(bytes);
      expect(text.byteLength).toBeLessThan(bytes + 400);
    }
  },
);

test('nested texts are JSON once more', () => {
  const buffer = new LineBuffer();
  const nested = poolText('nested', new Random(7), 2_000);
  buffer.append({ output: Text.of('{"output":"', nested, '"}') });
  const { output } = JSON.parse(buffer.take().toString());
  expect(typeof JSON.parse(output).output).toBe('string');
});

test('sizes are decimal or binary', () => {
  expect(['200MB', '2 gb', '64KiB', '4.1GiB', '12'].map(parseSize)).toEqual([
    200_000_000, 2_000_000_000, 65_536, 4_402_341_478, 12,
  ]);
  expect(() => parseSize('much')).toThrow('not a size: much');
});
