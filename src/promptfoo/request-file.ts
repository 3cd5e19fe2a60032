/** Reads recorded requests by id from a file of JSON lines; only places are kept in memory. */

import { closeSync, openSync, readSync } from 'node:fs';
import { PromptmillError } from '../contract/errors.js';
import { optional } from '../contract/optional-member.js';
import { membersOf } from '../export/json-ranges.js';
import { readLines } from '../sources/read-lines.js';

/** A line of the file: a request with the id it is asked for by. */
export interface StoredRequest {
  readonly id: string;
  /** The body as it was sent, JSON in UTF-8. */
  readonly body: Uint8Array;
  /** What the model answered when it was recorded, where the line tells it. */
  readonly answer?: string;
}

interface LinePlace {
  readonly startBytes: number;
  readonly lengthBytes: number;
}

export class RequestFile {
  readonly #file: string;
  readonly #places: ReadonlyMap<string, LinePlace>;

  /**
   * @param file lines with `id` and `request`: `requests.jsonl` of an export, or what `promptmill render` prints
   * @throws PromptmillError `input_not_found`, `input_unreadable`, or `bad_export` for a line that is no request
   */
  constructor(file: string) {
    this.#file = file;
    this.#places = placesIn(file);
  }

  get ids(): readonly string[] {
    return [...this.#places.keys()];
  }

  /** @throws PromptmillError `bad_export` for an id that the file does not have */
  read(id: string): StoredRequest {
    const place = this.#places.get(id);
    if (place === undefined) {
      throw new PromptmillError('bad_export', `no request has the id ${id}`, {
        file: this.#file,
        found: id,
        expected: `one of the ${String(this.#places.size)} ids of the file`,
        remedy: 'use tests.jsonl and requests.jsonl of the same export',
      });
    }
    return storedIn(bytesAt(this.#file, place), this.#file);
  }
}

function placesIn(file: string): ReadonlyMap<string, LinePlace> {
  const places = new Map<string, LinePlace>();
  let startBytes = 0;
  for (const bytes of readLines(file)) {
    const { id } = storedIn(bytes, file);
    places.set(id, { startBytes, lengthBytes: bytes.length });
    startBytes += bytes.length + 1;
  }
  return places;
}

function bytesAt(file: string, { startBytes, lengthBytes }: LinePlace): Buffer {
  const bytes = Buffer.alloc(lengthBytes);
  const descriptor = openSync(file, 'r');
  try {
    let done = 0;
    let read = -1;
    while (done < lengthBytes && read !== 0) {
      read = readSync(descriptor, bytes, done, lengthBytes - done, startBytes + done);
      done += read;
    }
  } finally {
    closeSync(descriptor);
  }
  return bytes;
}

/** The body is cut out of its line, so that it stays what was sent. */
function storedIn(line: Buffer, file: string): StoredRequest {
  const members = new Map(
    [...membersOf(line, 0)].map(({ key, valueBytes, endBytes }) => [
      key,
      line.subarray(valueBytes, endBytes),
    ]),
  );
  const id = stringIn(members.get('id'));
  const body = members.get('request');
  if (id === undefined || body === undefined) {
    throw new PromptmillError('bad_export', 'a line is no request', {
      file,
      found: line.subarray(0, 60).toString(),
      expected: 'a JSON object with id and request',
      remedy: 'promptmill export --to promptfoo writes such a file',
    });
  }
  return { id, body, ...optional('answer', stringIn(members.get('answer'))) };
}

function stringIn(json: Buffer | undefined): string | undefined {
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json.toString());
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
