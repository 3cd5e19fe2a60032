/** Reads a record: which rollout or spec it is about, what it calls itself, and its options. */

import { isUtf8 } from 'node:buffer';
import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { type SessionSpec, sessionSpecOf } from '../sources/read-session-spec.js';
import { readRecordOptions, type RecordOptions, shown } from './record-options.js';

/** What is rendered. */
export type RecordSource =
  | { readonly kind: 'file'; readonly file: string }
  /** A rollout that came with the record, and the name it goes by. */
  | { readonly kind: 'rollout'; readonly file: string; readonly bytes: Uint8Array }
  | { readonly kind: 'spec'; readonly file: string; readonly spec: SessionSpec };

export interface PipeRecord {
  readonly source: RecordSource;
  readonly options: RecordOptions;
}

/** Members of a record that are no options. */
const ownMembers = ['id', 'file', 'rollout', 'spec', 'name'] as const;
const sources = ['file', 'rollout', 'spec'] as const;

const brace = 0x7b;

/**
 * The value of a line: a JSON object, or else the path of a rollout as it stands.
 * @returns undefined for a blank line
 * @throws PromptmillError `bad_record`
 */
export function parseLine(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw notReadable('the line is not UTF-8', bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  if (bytes[0] !== brace) return text.trim() === '' ? undefined : { file: withoutReturn(text) };
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notReadable('the line is no JSON', bytes, cause);
  }
}

/** What a record calls itself, also when all else about it is wrong. */
export function idOf(value: unknown): string | number | undefined {
  const id = isRecord(value) ? value['id'] : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined;
}

/** @throws PromptmillError `bad_record`, `bad_spec` */
export function readRecord(value: unknown): PipeRecord {
  if (!isRecord(value)) {
    throw new PromptmillError('bad_record', 'the record is no object', {
      found: shown(value),
      expected: 'an object such as {"file": "rollout.jsonl", "at": "last"}',
    });
  }
  const options = readRecordOptions(value, ownMembers);
  const { id } = value;
  if (id !== undefined && idOf(value) === undefined) {
    throw badMember('id', id, 'a string, or a whole number that JSON keeps exactly');
  }
  return { source: readSource(value), options };
}

function readSource(record: JsonRecord): RecordSource {
  const [kind, other] = sources.filter((name) => record[name] !== undefined);
  if (kind === undefined || other !== undefined) {
    throw new PromptmillError('bad_record', 'a record names one thing to render', {
      found: kind === undefined ? 'none' : `both ${kind} and ${String(other)}`,
      expected: `one of ${sources.join(', ')}`,
    });
  }
  const { [kind]: given, name } = record;
  if (name !== undefined && (kind === 'file' || typeof name !== 'string')) {
    throw badMember('name', name, 'a text, for a rollout or a spec that came with the record');
  }
  if (kind === 'file') {
    if (typeof given === 'string' && given !== '') return { kind, file: given };
    throw badMember(kind, given, 'a path');
  }
  if (kind === 'rollout') return { kind, file: name ?? 'rollout.jsonl', bytes: bytesOf(given) };
  if (!isRecord(given)) throw badMember(kind, given, 'an object with settings');
  return { kind, file: name ?? 'spec', spec: sessionSpecOf(given, name ?? 'spec') };
}

/** In JSON a rollout is a text; in MessagePack it may be bytes. */
function bytesOf(given: unknown): Uint8Array {
  if (given instanceof Uint8Array) return given;
  if (typeof given === 'string') return Buffer.from(given);
  throw badMember('rollout', given, 'the text of a rollout, or in MessagePack its bytes');
}

/** A list made elsewhere may have other line ends. */
function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function badMember(name: string, value: unknown, expected: string): PromptmillError {
  return new PromptmillError('bad_record', `${name} has a value it cannot have`, {
    found: shown(value),
    expected,
  });
}

function notReadable(message: string, bytes: Uint8Array, cause?: unknown): PromptmillError {
  const start = Buffer.from(bytes.subarray(0, 60)).toString('utf8');
  const reason = cause instanceof Error ? ` (${cause.message.slice(0, 120)})` : '';
  return new PromptmillError('bad_record', message, {
    found: `${shown(start)}${reason}`,
    expected: 'a JSON object on one line, or the path of a rollout',
    cause,
  });
}
