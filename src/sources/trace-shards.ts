/** Shards of a trace: one zstd frame each, which holds a row of named values. */

import { closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import { ChunkReader } from './chunk-reader.js';
import { InflatedBytes } from './inflated-bytes.js';
import { chunksOf, openForReading, type OpenFile } from './read-file.js';
import { ReusedBuffer } from './reused-buffer.js';
import { badTrace, type TracePlace } from './trace-errors.js';
import { ZstdDecoder } from './zstd/decode-zstd.js';
import { isTruncation } from './zstd/stream-errors.js';

interface Shard {
  readonly lengthBytes: number;
  /** Values by id. */
  readonly values: ReadonlyMap<string, Uint8Array>;
  /** Why there may be more values than could be read. */
  readonly flaw: PromptmillError | undefined;
}

/** Shards are read again and again, since parts are shared between requests: this much of them is kept, in bytes. */
const keptBytes = 256 * 1024 * 1024;

/** Lengths of a record's id and value, before them. */
const recordHeadBytes = 10;

/** A shard is looked up in again and again: it stays in memory. */
const inMemory = { inMemoryBytes: Number.POSITIVE_INFINITY, windowBytes: 0, spoolFolder: tmpdir() };

export class TraceShards {
  readonly #folder: string;
  readonly #decoder = new ZstdDecoder();
  readonly #chunks = new ChunkReader();
  /** Oldest first. */
  readonly #kept = new Map<number, Shard>();

  /** @param folder where the shards are */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The value `id` of a shard. An unfinished shard, as a killed process leaves it, gives what is whole in it.
   * @throws PromptmillError `bad_trace` when the value is not there or the shard is damaged
   */
  read(shard: number, id: string, place: TracePlace): string {
    const file = join(this.#folder, `${String(shard).padStart(6, '0')}.zst`);
    const { values, flaw } = this.#kept.get(shard) ?? this.#keep(shard, this.#open(file, place));
    const value = values.get(id);
    if (value !== undefined) return textOf(value);
    const reason = flaw === undefined ? '' : ` (${flaw.message})`;
    const found = `a reference to ${id}, which is not in ${file}${reason}`;
    throw badTrace(place, { found, expected: 'a value there' }, flaw);
  }

  #keep(number: number, shard: Shard): Shard {
    this.#kept.set(number, shard);
    let totalBytes = 0;
    for (const { lengthBytes } of this.#kept.values()) totalBytes += lengthBytes;
    for (const [oldest, { lengthBytes }] of this.#kept) {
      if (totalBytes <= keptBytes || oldest === number) break;
      this.#kept.delete(oldest);
      totalBytes -= lengthBytes;
    }
    return shard;
  }

  #open(file: string, place: TracePlace): Shard {
    const target = new InflatedBytes(new ReusedBuffer(), inMemory);
    const flaw = this.#inflate(file, target);
    if (flaw !== undefined && !isTruncation(flaw)) {
      const found = `a reference to ${file}, which cannot be read: ${flaw.message}`;
      throw badTrace(place, { found, expected: 'a zstd frame' }, flaw);
    }
    const data = target.bytes.subarray(0, target.end);
    return { lengthBytes: data.length, values: recordsIn(data), flaw };
  }

  /** Decodes what can be decoded; gives what ended it before its time. */
  #inflate(file: string, target: InflatedBytes): PromptmillError | undefined {
    let open: OpenFile | undefined;
    try {
      open = openForReading(file);
      this.#chunks.start(chunksOf(open.fd));
      this.#decoder.decode({ source: this.#chunks, target });
      return undefined;
    } catch (error) {
      if (error instanceof PromptmillError) return error;
      throw error;
    } finally {
      if (open?.isOurs === true) closeSync(open.fd);
    }
  }
}

/** All records that are whole. */
function recordsIn(data: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const values = new Map<string, Uint8Array>();
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (let at = 0; at + recordHeadBytes <= data.length;) {
    const idEnd = at + recordHeadBytes + view.getUint16(at, true);
    const end = idEnd + Number(view.getBigUint64(at + 2, true));
    if (end > data.length) break;
    values.set(textOf(data.subarray(at + recordHeadBytes, idEnd)), data.subarray(idEnd, end));
    at = end;
  }
  return values;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
