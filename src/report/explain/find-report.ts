/** Finds a text in what the model read in many sessions: the value that `explain --find --json` prints. */

import { type ErrorRecord, toErrorRecord } from '../../contract/errors.js';
import type { AtSelector } from '../../contract/options.js';
import type { ContextOptions } from '../../read-context.js';
import { createTracer, type SessionTracer } from '../../trace-sessions.js';
import { findInSession, type FoundPart, type SessionFinds } from './find-in-session.js';
import { Needle } from './needle.js';

export interface FindReport {
  readonly text: string;
  /** Sessions and requests that were searched, and those that held the text. */
  readonly sessions: number;
  readonly sessionsWithIt: number;
  readonly requests: number;
  readonly requestsWithIt: number;
  readonly found: readonly FoundPart[];
  /** Files that could not be searched. */
  readonly failures: readonly ErrorRecord[];
}

export interface FindOptions {
  readonly text: string;
  readonly at: AtSelector;
  readonly context: ContextOptions;
  /** Takes what was found in a session as soon as it was searched, and what could not be. */
  readonly onFound?: (found: readonly FoundPart[]) => void;
  readonly onFailure?: (failure: ErrorRecord) => void;
}

/** @param files in the order in which they are searched; one that could not be found is its error */
export async function findText(
  files: readonly (string | ErrorRecord)[],
  { text, at, context, onFound, onFailure }: FindOptions,
): Promise<FindReport> {
  const tracer = createTracer({ ...context, at });
  const needle = new Needle(text);
  const finds: SessionFinds[] = [];
  const failures: ErrorRecord[] = [];
  for (const file of files) {
    const result = typeof file === 'string' ? await searchFile(file, tracer, needle) : file;
    if ('code' in result) {
      failures.push(result);
      onFailure?.(result);
    } else {
      finds.push(result);
      if (result.found.length > 0) onFound?.(result.found);
    }
  }
  const sum = (size: (one: SessionFinds) => number): number =>
    finds.reduce((total, one) => total + size(one), 0);
  return {
    text,
    sessions: finds.length,
    sessionsWithIt: finds.filter(({ found }) => found.length > 0).length,
    requests: sum(({ requests }) => requests),
    requestsWithIt: sum(({ requestsWithIt }) => requestsWithIt),
    found: finds.flatMap(({ found }) => found),
    failures,
  };
}

async function searchFile(
  file: string,
  tracer: SessionTracer,
  needle: Needle,
): Promise<SessionFinds | ErrorRecord> {
  try {
    const opened = await tracer.open(file);
    try {
      return findInSession(opened, needle);
    } finally {
      opened.close();
    }
  } catch (error) {
    return { file, ...toErrorRecord(error) };
  }
}
