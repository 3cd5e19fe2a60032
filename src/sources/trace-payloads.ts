/** The values that a trace's events refer to: files of their own in schema 1, records in compressed shards in schema 3. */

import { join } from 'node:path';
import type { PromptmillError } from '../contract/errors.js';
import { compactJson } from './json-scanner.js';
import { readJsonFile } from './read-json-file.js';
import { badTrace, numberOf, recordOf, stringOf, type TracePlace } from './trace-errors.js';
import { TraceShards } from './trace-shards.js';

/** Where a value is. */
export interface PayloadReference {
  readonly id: string;
  readonly place: TracePlace;
  /** Schema 1: relative to the bundle. */
  readonly path: string | undefined;
  /** Schema 3. */
  readonly shard: number | undefined;
  /** Schema 3: values that go between the texts that this one then is an array of. */
  readonly parts: readonly PayloadReference[];
}

/** Gives the value of a reference as JSON without white space. */
export interface TracePayloads {
  /** @throws PromptmillError `bad_trace` when it is not there or torn, `input_not_found`, `input_unreadable` */
  read(reference: PayloadReference): string;
}

/** @throws PromptmillError `bad_trace` when `value` is no reference */
export function toReference(value: unknown, place: TracePlace): PayloadReference {
  const record = recordOf(value, place);
  const { path, shard, parts } = record;
  return {
    id: stringOf(record['raw_payload_id'], 'raw_payload_id', place),
    place,
    path: path === undefined ? undefined : stringOf(path, 'path', place),
    shard: shard === undefined ? undefined : numberOf(shard, 'shard', place),
    parts: Array.isArray(parts) ? parts.map((part) => toReference(part, place)) : [],
  };
}

/** The payloads of the bundle in `folder`. */
export function openPayloads(folder: string, schemaVersion: number): TracePayloads {
  return schemaVersion === 1 ? new PayloadFiles(folder) : new PayloadShards(folder);
}

class PayloadFiles implements TracePayloads {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read({ path, place }: PayloadReference): string {
    if (path === undefined) throw withoutKey('path', place);
    return compactJson(readJsonFile(join(this.#folder, path), 'bad_trace').text);
  }
}

class PayloadShards implements TracePayloads {
  readonly #shards: TraceShards;

  constructor(folder: string) {
    this.#shards = new TraceShards(join(folder, 'payloads'));
  }

  read(reference: PayloadReference): string {
    const { id, shard, parts, place } = reference;
    if (shard === undefined) throw withoutKey('shard', place);
    const text = this.#shards.read(shard, id, place);
    return parts.length === 0 ? text : this.#joined(text, reference);
  }

  /** The texts of an array and the parts, one after the other in turn. */
  #joined(text: string, { id, parts, place }: PayloadReference): string {
    const texts: unknown = JSON.parse(text);
    if (!Array.isArray(texts) || texts.length !== parts.length + 1) {
      const expected = `an array of ${String(parts.length + 1)} texts`;
      throw badTrace(place, { found: `${id} in another form`, expected });
    }
    return texts
      .flatMap((piece: unknown, index) => {
        const part = parts[index];
        const own = stringOf(piece, id, place);
        return part === undefined ? [own] : [own, this.read(part)];
      })
      .join('');
  }
}

function withoutKey(key: string, place: TracePlace): PromptmillError {
  return badTrace(place, { found: `a reference without "${key}"`, expected: `a "${key}"` });
}
