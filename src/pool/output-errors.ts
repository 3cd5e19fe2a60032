/** The errors of writing, which are the job's and no session's. */

import { PromptmillError } from '../contract/errors.js';

/** Whether an error ends the whole job rather than the session it came up in. */
export function endsJob(error: unknown): boolean {
  return (
    error instanceof PromptmillError && (error.code === 'output_failed' || error.code === 'aborted')
  );
}

/** The job was told to stop; why is on the board. */
export function stoppedError(): PromptmillError {
  return new PromptmillError('aborted', 'the job was stopped before its end');
}

/** What the system said about a write, as an error of ours. */
export function outputError(cause: unknown): PromptmillError {
  const found = cause instanceof Error ? cause.message : String(cause);
  const details = {
    found,
    expected: 'room and permission to write',
    remedy: 'free some space or choose another place for --out',
    cause,
  };
  return new PromptmillError('output_failed', `the output could not be written: ${found}`, details);
}

/** A session that broke when part of it could no longer be taken back. */
export function brokenSessionError(cause: unknown): PromptmillError {
  const found = cause instanceof Error ? cause.message : String(cause);
  const details = {
    found,
    expected: 'a session that can be written once it has been planned',
    remedy: 'run again without this file, or write to a folder, where such a session is taken back',
    cause,
  };
  return new PromptmillError(
    'output_failed',
    `a session broke half way through its output: ${found}`,
    details,
  );
}

/** The length a session announced is a promise others have built on. */
export function lengthError(found: number, expected: number): PromptmillError {
  const details = { found: `${found} bytes`, expected: `${expected} bytes` };
  return new PromptmillError(
    'internal',
    'a session wrote another length than it had announced',
    details,
  );
}
