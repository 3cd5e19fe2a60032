/** Writes a text to a file, whole or not at all. */

import { renameSync, writeFileSync } from 'node:fs';
import { PromptmillError } from '../contract/errors.js';

/** Replaces what is there. @throws PromptmillError `output_failed` */
export function writeTextFile(file: string, text: string): void {
  try {
    writeFileSync(`${file}.tmp`, text);
    renameSync(`${file}.tmp`, file);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new PromptmillError('output_failed', `${file} cannot be written: ${found}`, {
      file,
      found,
      expected: 'a file that can be written to',
      cause,
    });
  }
}
