import { describe, expect, it } from 'vitest';
import { FrameSplitter } from '../../src/pipe/split-frames.js';

function frame(content: string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(Buffer.byteLength(content));
  return Buffer.concat([head, Buffer.from(content)]);
}

function split(bytes: Uint8Array, { size = 1000, maxBytes = 100 } = {}): unknown[] {
  const splitter = new FrameSplitter({ maxBytes, maxFirstBytes: 10 });
  const records: unknown[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    for (const record of splitter.push(bytes.subarray(from, from + size))) {
      records.push(
        record.kind === 'record' ? Buffer.from(record.bytes).toString('utf8') : record.byteLength,
      );
    }
  }
  splitter.end();
  return records;
}

describe('FrameSplitter', () => {
  it('gives frames however the input is cut, empty ones too', () => {
    const bytes = Buffer.concat(['hello', '', 'grind the rye', '\n'].map(frame));
    for (const size of [1, 2, 3, 4, 5, 7, 1000]) {
      expect(split(bytes, { size })).toEqual(['hello', '', 'grind the rye', '\n']);
    }
  });

  it('counts a frame that is too long, keeps none of it and reads on', () => {
    const bytes = Buffer.concat(['hello', 'grind the rye', 'b'].map(frame));
    expect(split(bytes, { size: 3, maxBytes: 5 })).toEqual(['hello', 13, 'b']);
  });

  it.each([
    ['length', frame('hello').subarray(0, 2), '2 bytes of length', '4 bytes'],
    ['content', frame('hello').subarray(0, 7), '3 bytes of content', '5 bytes'],
  ])('refuses an input that ends within a %s', (...[, bytes, found, expected]) => {
    expect(() => split(bytes)).toThrow(
      expect.objectContaining({
        code: 'bad_stream',
        details: expect.objectContaining({ found, expected }),
      }),
    );
  });

  it('refuses at once what begins with lines', () => {
    expect(() => split(Buffer.from('{"file":"a"}\n'))).toThrow(
      expect.objectContaining({
        code: 'bad_stream',
        details: {
          found: String.raw`"{\"fi", a length of 2065852009`,
          expected: 'a greeting of at most 10 bytes',
          remedy: 'leave out --framing msgpack when the input is lines',
        },
      }),
    );
  });
});
