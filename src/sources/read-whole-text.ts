/** Reads a text that is handed in beside a rollout: a file, or standard input. */

import { readFileSync } from 'node:fs';
import { PromptmillError } from '../contract/errors.js';

const stdinFd = 0;

/**
 * @param path a file, or `-` for standard input
 * @throws PromptmillError `input_not_found` when it cannot be read, or is not UTF-8
 */
export function readWholeText(path: string): string {
  try {
    const bytes = readFileSync(path === '-' ? stdinFd : path);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PromptmillError('input_not_found', `${path} cannot be read as a text`, {
      file: path,
      found: cause instanceof Error ? cause.message : String(cause),
      expected: 'a file in UTF-8',
      cause,
    });
  }
}
