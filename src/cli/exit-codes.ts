/** What the program's exit codes mean: the one table that code, help and documentation take them from. */

import type { ErrorCode } from '../contract/errors.js';

export const exitCodes = {
  ok: { code: 0, meaning: 'everything was rendered, or the reader of a pipe had enough' },
  internal: { code: 1, meaning: 'an error of promptmill itself' },
  usage: {
    code: 2,
    meaning: 'the command line was not understood, or a file it names cannot be used',
  },
  someFailed: { code: 3, meaning: 'some sessions failed; the rest was rendered' },
  nothingRendered: {
    code: 4,
    meaning: 'nothing was rendered: every session failed, or none held a request',
  },
  differences: {
    code: 5,
    meaning: 'a check did not hold: verify, diff, lint, validate or pack check found something',
  },
  output: { code: 6, meaning: 'the output exists already or cannot be written' },
  notFound: { code: 7, meaning: 'explain did not find the text it was asked for' },
  brokenInput: {
    code: 65,
    meaning: 'the input of a pipe broke off, or is not in the framing asked for',
  },
  unfinished: {
    code: 75,
    meaning:
      'a pipe was told to stop before its input ended; what was not answered can be sent again',
  },
  interrupted: { code: 130, meaning: 'interrupted; nothing was left behind' },
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]['code'];

/** The exit code of an error that ends a command. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  switch (code) {
    case 'internal':
    case 'worker_crashed':
      return exitCodes.internal.code;
    case 'usage':
    case 'input_not_found':
    case 'bad_catalog':
    case 'bad_tools':
    case 'bad_pack':
    case 'codex_failed':
    case 'bad_policy':
    case 'bad_setting':
    case 'bad_spec':
    case 'missing_text':
    case 'bad_rules':
    case 'bad_trace':
    case 'bad_export':
    case 'unknown_rules':
    case 'kernel_unavailable':
      return exitCodes.usage.code;
    case 'output_exists':
    case 'output_failed':
      return exitCodes.output.code;
    case 'bad_stream':
      return exitCodes.brokenInput.code;
    case 'aborted':
      return exitCodes.interrupted.code;
    default:
      return exitCodes.nothingRendered.code;
  }
}
