/** Refusals of a trace, and the checks that lead to them. */

import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { isTruncation } from './zstd/stream-errors.js';

/** A line of a trace's file, counted from 1. */
export interface TracePlace {
  readonly file: string;
  readonly line?: number;
}

export interface TraceFlaw {
  /** Goes on the words `the trace holds`. */
  readonly found: string;
  readonly expected: string;
}

export function badTrace(
  { file, line }: TracePlace,
  { found, expected }: TraceFlaw,
  cause?: unknown,
): PromptmillError {
  const where = line === undefined ? file : `${file}:${String(line)}`;
  const details = { file, ...(line === undefined ? {} : { line }), found, expected, cause };
  return new PromptmillError('bad_trace', `${where}: the trace holds ${found}`, details);
}

/** Whether something is refused only because a process was killed while it wrote. */
export function isTorn(error: unknown): boolean {
  return (
    error instanceof PromptmillError &&
    error.code === 'bad_trace' &&
    error.cause instanceof PromptmillError &&
    isTruncation(error.cause)
  );
}

/** @throws PromptmillError `bad_trace` when `value` is no object */
export function recordOf(value: unknown, place: TracePlace): JsonRecord {
  if (isRecord(value)) return value;
  throw badTrace(place, { found: shown(value), expected: 'an object' });
}

/** @throws PromptmillError `bad_trace` when `value`, which is at `key`, is no string */
export function stringOf(value: unknown, key: string, place: TracePlace): string {
  if (typeof value === 'string') return value;
  throw badTrace(place, { found: `"${key}": ${shown(value)}`, expected: 'a string there' });
}

/** @throws PromptmillError `bad_trace` when `value`, which is at `key`, is no number */
export function numberOf(value: unknown, key: string, place: TracePlace): number {
  if (typeof value === 'number') return value;
  throw badTrace(place, { found: `"${key}": ${shown(value)}`, expected: 'a number there' });
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return JSON.stringify(value).slice(0, 60);
}
