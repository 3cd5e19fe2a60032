/** Where a job puts its result: what every kind of output can do. The kind is chosen in `open-job-output.ts`. */

import type { ErrorRecord } from '../contract/errors.js';
import type { OutputTarget, PartReport } from '../contract/protocol.js';
import type { RenderOptions } from '../contract/options.js';
import type { JobTotals } from './collect-reports.js';

/** What a job was asked for, as the manifest of a folder repeats it. */
export interface JobDescription {
  readonly options: RenderOptions;
  readonly pack: string;
}

export interface JobOutput {
  /** What the workers are told. */
  readonly target: OutputTarget;
  /** Takes the record of a failed session, in the order of the input. */
  addFailure(record: ErrorRecord): void;
  /**
   * Puts the result in its place; where nothing was rendered, only the failures are.
   * @returns the part files under their final names
   */
  commit(totals: JobTotals): readonly PartReport[];
  /** Leaves no trace, as far as that is possible. */
  discard(): void;
  /** Where to look for the failures, for people. */
  readonly failuresPlace: string;
}
