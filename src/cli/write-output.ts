/** Writes what a command made as a whole: to standard output, or to a file that appears when it is complete. */

import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { existsError } from '../batch/open-job-output.js';
import { PromptmillError } from '../contract/errors.js';
import type { Invocation } from './commands.js';

/** @throws PromptmillError `output_exists`, `output_failed` */
export function writeOutput(text: string, out: string, { force }: Invocation['flags']): void {
  if (out === '-') {
    process.stdout.write(text);
    return;
  }
  if (existsSync(out) && force !== true) throw existsError(out, 'a file or folder');
  try {
    writeFileSync(`${out}.tmp`, text);
    renameSync(`${out}.tmp`, out);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new PromptmillError('output_failed', `${out} cannot be written: ${found}`, {
      file: out,
      found,
      expected: 'a file that can be written to',
      cause,
    });
  }
}
