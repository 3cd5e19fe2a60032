/** Writes what a command made as a whole: to standard output, or to a file that appears when it is complete. */

import { existsSync } from 'node:fs';
import { existsError } from '../batch/open-job-output.js';
import type { Invocation } from './commands.js';
import { writeTextFile } from './write-text-file.js';

/** @throws PromptmillError `output_exists`, `output_failed` */
export function writeOutput(text: string, out: string, { force }: Invocation['flags']): void {
  if (out === '-') {
    process.stdout.write(text);
    return;
  }
  if (existsSync(out) && force !== true) throw existsError(out, 'a file or folder');
  writeTextFile(out, text);
}
