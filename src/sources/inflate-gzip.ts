/** gzip streams, any number of members, decoded piece by piece. */

import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PromptmillError } from '../contract/errors.js';
import type { ReadChunk } from './chunk-reader.js';

const inputBytes = 256 * 1024;
const outputBytes = 256 * 1024;

/** What takes the decompressed data. */
export interface GzipTarget {
  readonly totalBytes: number;
  /** The chunk is only valid during the call. */
  append(chunk: Uint8Array): void;
}

/**
 * Decodes the whole stream that `read` gives. Zeros after the last member are padding; anything else is damage.
 * @throws PromptmillError `input_corrupt` for damaged or truncated data.
 */
export async function inflateGzip(read: ReadChunk, target: GzipTarget): Promise<void> {
  const gunzip = createGunzip({ chunkSize: outputBytes });
  const input = new WatchedInput(read);
  const place = (): Place => ({
    offsetBytes: gunzip.bytesWritten,
    inflatedBytes: target.totalBytes,
  });
  try {
    await pipeline(input.pieces(), gunzip, async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) target.append(chunk);
    });
  } catch (error) {
    throw asCorrupt(error, place());
  }
  // zlib stops at the first zero after a member; what may follow is ours to look at.
  for (const _ of input.pieces());
  if (input.dataBytes > gunzip.bytesWritten) {
    throw corrupt(place(), 'more data after zeros that end the gzip data');
  }
}

/** The compressed data on its way in, and where its last byte other than zero was. */
class WatchedInput {
  readonly #read: ReadChunk;
  #totalBytes = 0;
  /** Length of the data without the zeros at its end, as far as it has been read. */
  dataBytes = 0;

  constructor(read: ReadChunk) {
    this.#read = read;
  }

  /** What is left to read. Each piece is fresh: zlib works on it in another thread. */
  *pieces(): Generator<Uint8Array> {
    for (;;) {
      const buffer = new Uint8Array(inputBytes);
      const count = this.#read(buffer, 0, inputBytes);
      if (count === 0) return;
      let data = count;
      while (data > 0 && buffer[data - 1] === 0) data--;
      if (data > 0) this.dataBytes = this.#totalBytes + data;
      this.#totalBytes += count;
      yield buffer.subarray(0, count);
    }
  }
}

interface Place {
  /** Of the last piece that zlib finished. */
  readonly offsetBytes: number;
  readonly inflatedBytes: number;
}

/** Errors of zlib become ours; others stay what they are. */
function asCorrupt(error: unknown, place: Place): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') {
    return error;
  }
  if (error instanceof PromptmillError || !error.code.startsWith('Z_')) return error;
  if (error.code !== 'Z_BUF_ERROR') return corrupt(place, error.message, error);
  return corrupt(place, 'the end of the file inside a gzip member', error);
}

function corrupt(
  { offsetBytes, inflatedBytes }: Place,
  found: string,
  cause?: unknown,
): PromptmillError {
  return new PromptmillError(
    'input_corrupt',
    `gzip data is damaged at or soon after compressed byte ${offsetBytes}, after ${inflatedBytes} decompressed bytes: ${found}`,
    { offsetBytes, found, expected: 'whole gzip members' },
    cause,
  );
}
