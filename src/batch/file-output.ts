/** Output to one file: written aside in the same folder and renamed, so that nobody sees half of it. */

import { closeSync, ftruncateSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { ErrorRecord } from '../contract/errors.js';
import type { OutputTarget, PartReport } from '../contract/protocol.js';
import type { JobTotals } from './collect-reports.js';
import { FailureFile } from './failure-file.js';
import type { JobOutput } from './job-output.js';

/** What becomes of a file that holds no request: it is none, or one share's part of a whole. */
export type WhenEmpty = 'keep' | 'remove';

export class FileOutput implements JobOutput {
  readonly target: OutputTarget;
  readonly failuresPlace: string;
  readonly #path: string;
  readonly #asidePath: string;
  readonly #fd: number;
  #isOpen = true;
  readonly #failures: FailureFile;
  readonly #whenEmpty: WhenEmpty;

  constructor(path: string, whenEmpty: WhenEmpty) {
    const folder = dirname(path);
    const aside = join(folder, `.${basename(path)}.${process.pid}`);
    this.#path = path;
    this.#whenEmpty = whenEmpty;
    this.#asidePath = `${aside}.tmp`;
    this.#fd = openSync(this.#asidePath, 'w');
    this.target = { kind: 'file', fd: this.#fd };
    this.failuresPlace = failuresPathOf(path);
    this.#failures = new FailureFile({
      path: this.failuresPlace,
      asidePath: `${aside}.failures.tmp`,
      whenEmpty: 'remove',
    });
  }

  addFailure(record: ErrorRecord): void {
    this.#failures.add(record);
  }

  commit(totals: JobTotals): readonly PartReport[] {
    // A session that broke in the middle may have left bytes behind the last good one.
    ftruncateSync(this.#fd, totals.outputBytes);
    this.#close();
    if (totals.requests > 0 || this.#whenEmpty === 'keep') renameSync(this.#asidePath, this.#path);
    else rmSync(this.#asidePath, { force: true });
    this.#failures.commit();
    return [];
  }

  discard(): void {
    this.#close();
    rmSync(this.#asidePath, { force: true });
    this.#failures.discard();
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#fd);
    this.#isOpen = false;
  }
}

/** `x.jsonl` has its failures in `x.failures.jsonl`. */
export function failuresPathOf(path: string): string {
  return join(dirname(path), `${basename(path, extname(path))}.failures.jsonl`);
}
