/** The one error class, its codes, and the plain records errors become when they cross a thread or reach a file. */

import { optional } from './optional-member.js';

/** Why something was refused. Codes are stable; messages are for people and may change. */
export type ErrorCode =
  | 'usage'
  | 'input_not_found'
  | 'input_unreadable'
  | 'input_corrupt'
  | 'source_changed'
  | 'invalid_utf8'
  | 'no_session_meta'
  | 'empty_rollout'
  | 'bad_session_meta'
  | 'bad_ordinal'
  | 'file_id_mismatch'
  | 'parent_not_found'
  | 'no_such_request'
  | 'no_requests'
  | 'output_exists'
  | 'output_failed'
  | 'bad_catalog'
  | 'bad_tools'
  | 'bad_pack'
  | 'codex_failed'
  | 'bad_policy'
  | 'bad_setting'
  | 'bad_spec'
  | 'bad_rules'
  | 'missing_text'
  | 'bad_trace'
  | 'bad_export'
  | 'unknown_rules'
  | 'kernel_unavailable'
  | 'bad_record'
  | 'record_too_large'
  | 'bad_stream'
  | 'worker_crashed'
  | 'aborted'
  | 'internal';

/** Where a problem was found and what was expected there. Lines count from 1, bytes from 0. */
export interface ErrorDetails {
  readonly file?: string;
  readonly line?: number;
  readonly offsetBytes?: number;
  readonly found?: string;
  readonly expected?: string;
  readonly remedy?: string;
}

/** What an error is made of besides its code and message. The cause stays in this process: it is no part of a record. */
interface ErrorOrigin extends ErrorDetails {
  readonly cause?: unknown;
}

/** An error as plain data: survives structured clone, MessagePack and JSON. */
export interface ErrorRecord extends ErrorDetails {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Every error this program raises on purpose. */
export class PromptmillError extends Error {
  override readonly name = 'PromptmillError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, { cause, ...details }: ErrorOrigin = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }

  /** The same error with the file it belongs to, which pure code does not know. */
  inFile(file: string): PromptmillError {
    if (this.details.file !== undefined) return this;
    return new PromptmillError(this.code, this.message, {
      ...this.details,
      file,
      cause: this.cause,
    });
  }

  toRecord(): ErrorRecord {
    return { code: this.code, message: this.message, ...this.details };
  }

  static fromRecord(record: ErrorRecord): PromptmillError {
    const { code, message, ...details } = record;
    return new PromptmillError(code, message, details);
  }
}

/**
 * Any thrown value as a record; what was not raised on purpose becomes `internal` with its stack's first line kept.
 * @param file the one it belongs to, where the error itself names none
 */
export function toErrorRecord(error: unknown, file?: string): ErrorRecord {
  if (error instanceof PromptmillError) {
    return (file === undefined ? error : error.inFile(file)).toRecord();
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: 'internal', message, ...optional('file', file) };
}
