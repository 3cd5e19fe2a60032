/** gzip streams, any number of members, decoded piece by piece. */

import { finished } from 'node:stream/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
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
    await inflate(gunzip, input, target);
  } catch (error) {
    gunzip.destroy();
    throw asCorrupt(error, place());
  }
  // zlib stops at the first zero after a member; what may follow it is ours to look at.
  for (let rest = input.next(); rest !== undefined;) rest = input.next();
  if (input.dataBytes > gunzip.bytesWritten) {
    throw corrupt(place(), 'more data after zeros that end the gzip data');
  }
}

/** Not a stream pipeline: that takes it for a failure when zlib ends before its input does. */
async function inflate(gunzip: Gunzip, input: WatchedInput, target: GzipTarget): Promise<void> {
  gunzip.on('data', (chunk: Uint8Array) => {
    try {
      target.append(chunk);
    } catch (error) {
      gunzip.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  const ended = finished(gunzip, { writable: false });
  for (let piece = input.next(); piece !== undefined; piece = input.next()) {
    const taken = piece;
    await Promise.race([new Promise((resolve) => gunzip.write(taken, resolve)), ended]);
    if (gunzip.readableEnded || gunzip.destroyed) break;
  }
  gunzip.end();
  await ended;
}

/** The compressed data on its way in, and where its last byte other than zero was. */
class WatchedInput {
  readonly #read: ReadChunk;
  readonly #buffer = new Uint8Array(inputBytes);
  #totalBytes = 0;
  /** Length of the data without the zeros at its end, as far as it has been read. */
  dataBytes = 0;

  constructor(read: ReadChunk) {
    this.#read = read;
  }

  /** The next piece, valid until the one after it is asked for; undefined at the end. */
  next(): Uint8Array | undefined {
    const count = this.#read(this.#buffer, 0, inputBytes);
    if (count === 0) return undefined;
    let data = count;
    while (data > 0 && this.#buffer[data - 1] === 0) data--;
    if (data > 0) this.dataBytes = this.#totalBytes + data;
    this.#totalBytes += count;
    return this.#buffer.subarray(0, count);
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
    { offsetBytes, found, expected: 'whole gzip members', cause },
  );
}
