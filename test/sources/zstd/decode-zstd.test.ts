import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PromptmillError } from '../../../src/contract/errors.js';
import { ChunkReader } from '../../../src/sources/chunk-reader.js';
import { InflatedBytes } from '../../../src/sources/inflated-bytes.js';
import { ReusedBuffer } from '../../../src/sources/reused-buffer.js';
import { ZstdDecoder } from '../../../src/sources/zstd/decode-zstd.js';
import { refusalOf, sampleLines, skippableFrame, zstdFrame } from '../samples.js';

const decoder = new ZstdDecoder();
const memory = new ReusedBuffer();
const sample = sampleLines(160_000);
const fixtures = ['level-3-checksum', 'level-19-unsized', 'fast-unchecked', 'long-27-checksum'];
const hello = { raw: Buffer.from('hello ') };
const world = { raw: Buffer.from('world') };

/** XXH64 of `hello world`, low half. */
const helloWorldChecksum = 0xb21e6968;

function fixture(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/${name}.zst`, import.meta.url));
}

interface DecodeOptions {
  /** How many bytes come at once; all when left out. */
  readonly pieceBytes?: number;
  readonly stopAfterBytes?: number;
}

function decode(compressed: Uint8Array, options: DecodeOptions = {}): Buffer {
  const limits = { inMemoryBytes: 2 ** 30, windowBytes: 2 ** 20, spoolFolder: tmpdir() };
  const target = new InflatedBytes(memory, limits);
  const source = new ChunkReader();
  let at = 0;
  source.start((bytes, from, lengthBytes) => {
    const count = Math.min(lengthBytes, options.pieceBytes ?? lengthBytes, compressed.length - at);
    bytes.set(compressed.subarray(at, at + count), from);
    at += count;
    return count;
  });
  const { stopAfterBytes } = options;
  decoder.decode({ source, target, ...(stopAfterBytes === undefined ? {} : { stopAfterBytes }) });
  return Buffer.from(target.bytes.subarray(0, target.end));
}

/** Undefined when the data is refused; anything else that goes wrong is thrown. */
function decodeOrRefuse(compressed: Uint8Array): Buffer | undefined {
  try {
    return decode(compressed);
  } catch (error) {
    if (error instanceof PromptmillError) return undefined;
    throw error;
  }
}

function refusal(compressed: Uint8Array): Promise<PromptmillError> {
  return refusalOf(() => decode(compressed));
}

describe('what is decoded', () => {
  it.each(fixtures)('is the text that was compressed (%s)', (name) => {
    expect(decode(fixture(name)).equals(sample)).toBe(true);
  });

  it('does not depend on how the bytes come', () => {
    const compressed = Buffer.concat([fixture('level-3-checksum'), fixture('level-19-unsized')]);
    const twice = Buffer.concat([sample, sample]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70_000 }), (pieceBytes) => {
        expect(decode(compressed, { pieceBytes }).equals(twice)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('holds all frames of a stream, and nothing of skippable ones', () => {
    const stream = Buffer.concat([
      skippableFrame('at the start'),
      fixture('fast-unchecked'),
      skippableFrame('', 15),
      zstdFrame({ blocks: [hello, world] }),
      zstdFrame({ blocks: [{ raw: Buffer.of() }] }),
      skippableFrame('at the end', 7),
    ]);
    expect(decode(stream).equals(Buffer.concat([sample, Buffer.from('hello world')]))).toBe(true);
  });

  it('takes stored and repeated blocks, with size and checksum', () => {
    const frame = { blocks: [hello, world], contentBytes: 11, checksum: helloWorldChecksum };
    expect(decode(zstdFrame(frame)).toString()).toBe('hello world');
    const repeated = zstdFrame({ blocks: [{ byte: 0x7a, count: 131_072 }, hello] });
    expect(decode(repeated).toString()).toBe(`${'z'.repeat(131_072)}hello `);
  });

  it('is nothing for a stream of skippable frames', () => {
    expect(decode(skippableFrame('only this')).length).toBe(0);
  });

  it('ends soon after the byte that was asked for', () => {
    const head = decode(fixture('level-3-checksum'), { stopAfterBytes: 1 });
    expect(head.equals(sample.subarray(0, 131_072))).toBe(true);
  });

  const compress: unknown = Reflect.get(zlib, 'zstdCompressSync');
  it.runIf(typeof compress === 'function')('is what the engine compressed, for any bytes', () => {
    const compressed = (bytes: Uint8Array): Uint8Array => {
      const result: unknown = typeof compress === 'function' ? compress(bytes) : undefined;
      if (!(result instanceof Uint8Array)) throw new TypeError('no bytes came back');
      return result;
    };
    const bytes = fc
      .uint8Array({ maxLength: 5000 })
      .chain((part) =>
        fc.array(fc.constantFrom(part, part.subarray(3), Uint8Array.of(1, 2)), { maxLength: 80 }),
      );
    fc.assert(
      fc.property(bytes, (parts) => {
        const whole = Buffer.concat(parts);
        expect(decode(compressed(whole)).equals(whole)).toBe(true);
      }),
    );
  });
});

describe('damage', () => {
  it('is found by the checksum, with where and what', async () => {
    const frame = zstdFrame({ blocks: [hello, world], checksum: 0x12345678 });
    expect((await refusal(frame)).toRecord()).toEqual({
      code: 'input_corrupt',
      message:
        'zstd data is damaged at compressed byte 23, after 11 decompressed bytes: content with checksum b21e6968 in a frame that says 12345678',
      offsetBytes: 23,
      found: 'content with checksum b21e6968 in a frame that says 12345678',
      expected: 'a valid zstd frame',
    });
  });

  it('never passes for good when there is a checksum', () => {
    const good = fixture('level-3-checksum');
    const flips = fc.record({
      at: fc.integer({ min: 0, max: good.length - 1 }),
      bit: fc.integer({ min: 0, max: 7 }),
    });
    fc.assert(
      fc.property(flips, ({ at, bit }) => {
        const bad = Buffer.from(good);
        bad[at] = (bad[at] ?? 0) ^ (1 << bit);
        const decoded = decodeOrRefuse(bad);
        expect(decoded === undefined || decoded.equals(sample)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each(fixtures)('never ends in anything but a refusal or a result (%s)', (name) => {
    const good = fixture(name);
    const changes = fc.array(fc.record({ at: fc.nat({ max: 3000 }), byte: fc.nat({ max: 255 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(changes, (list) => {
        const bad = Buffer.from(good);
        for (const { at, byte } of list) bad[at] = byte;
        expect(decodeOrRefuse(bad)?.length ?? 0).toBeLessThan(2 * sample.length);
      }),
      { numRuns: 200 },
    );
  });

  it('is a stream that ends early, wherever it does', async () => {
    const whole = Buffer.concat([
      skippableFrame('x'),
      zstdFrame({ blocks: [hello, world], contentBytes: 11, checksum: helloWorldChecksum }),
    ]);
    const frameStart = skippableFrame('x').length;
    for (let length = 0; length < whole.length; length++) {
      if (length === frameStart) continue;
      const error = await refusal(whole.subarray(0, length));
      expect(error).toMatchObject({
        code: 'input_corrupt',
        details: {
          offsetBytes: length,
          found: expect.stringMatching(/^the end of the file inside /),
        },
      });
    }
    const cut = fixture('level-19-unsized').subarray(0, 20_000);
    expect((await refusal(cut)).details.found).toBe('the end of the file inside a block');
  });

  it.each([
    [
      'bytes after the last frame',
      Buffer.concat([zstdFrame({ blocks: [hello] }), Buffer.from('trailing')]),
    ],
    ['something else altogether', Buffer.from('{"type":"session_meta"}\n')],
    ['a wrong content size', zstdFrame({ blocks: [hello, world], contentBytes: 12 })],
    ['a block of the reserved type', zstdFrame({ blocks: [hello] }).fill(0xff, 6, 7)],
    ['a block above the limit', zstdFrame({ blocks: [{ byte: 1, count: 131_073 }] })],
    [
      'a block above a small window',
      zstdFrame({ blocks: [{ byte: 1, count: 1025 }], windowLog: 10 }),
    ],
  ])('is %s', async (_, stream) => {
    expect((await refusal(stream)).code).toBe('input_corrupt');
  });

  it('in the middle of a block is placed in the compressed and the decompressed data', async () => {
    const good = fixture('level-19-unsized');
    const bad = Buffer.concat([zstdFrame({ blocks: [hello] }), good.fill(0, 2000, 2200)]);
    const { message, details } = await refusal(bad);
    expect(message).toMatch(/compressed byte \d+, after 6 decompressed bytes/);
    expect(details.offsetBytes).toBeGreaterThan(15);
    expect(details.offsetBytes).toBeLessThan(good.length);
  });
});

describe('frames we cannot decode', () => {
  it('are refused with what to do: a dictionary', async () => {
    const { code, details } = await refusal(zstdFrame({ blocks: [hello], dictionaryId: 77 }));
    expect(code).toBe('input_unreadable');
    expect(details).toMatchObject({ found: 'a frame with dictionary 77', offsetBytes: 0 });
    expect(details.remedy).toContain('zstd -d -D');
  });

  it('are refused with what to do: a window of 256 MiB', async () => {
    expect(decode(zstdFrame({ blocks: [hello], windowLog: 27 })).toString()).toBe('hello ');
    const { code, details } = await refusal(zstdFrame({ blocks: [hello], windowLog: 28 }));
    expect(code).toBe('input_unreadable');
    expect(details.remedy).toContain('--long=31');
  });
});
