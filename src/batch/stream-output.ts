/** Output to a pipe, a terminal or a device: nothing can be taken back, and failures go where people read. */

import { closeSync, openSync } from 'node:fs';
import type { ErrorRecord } from '../contract/errors.js';
import type { OutputTarget, PartReport } from '../contract/protocol.js';
import { failureLine } from './failure-file.js';
import type { JobOutput } from './job-output.js';

const stdoutFd = 1;

export class StreamOutput implements JobOutput {
  readonly target: OutputTarget;
  readonly failuresPlace = 'above';
  readonly #fd: number;
  #isOpen = true;
  readonly #say: (line: string) => void;

  /**
   * @param out `-` for standard output, or the path of something that is not a regular file
   * @param say takes a failure record as a line of JSON
   */
  constructor(out: string, say: (line: string) => void) {
    this.#fd = out === '-' ? stdoutFd : openSync(out, 'w');
    this.#say = say;
    this.target = { kind: 'stream', fd: this.#fd };
  }

  addFailure(record: ErrorRecord): void {
    this.#say(failureLine(record));
  }

  commit(): readonly PartReport[] {
    this.#close();
    return [];
  }

  discard(): void {
    this.#close();
  }

  #close(): void {
    if (this.#isOpen && this.#fd !== stdoutFd) closeSync(this.#fd);
    this.#isOpen = false;
  }
}
