/** What is to be done again when a worker died, and which session is blamed for it. */

import type { ErrorRecord, PromptmillError } from '../contract/errors.js';
import type { OutputTarget, RunAgain } from '../contract/protocol.js';
import type { JobBoard } from '../pool/job-board.js';

/** How often a worker may die while it is on no session at all before the job is given up. */
const mostIdleCrashes = 2;

export interface RecoveryOptions {
  readonly board: JobBoard;
  readonly output: OutputTarget['kind'];
  /** Whether a run's report has come in, so that it is written for good. */
  readonly isReported: (run: number) => boolean;
}

export class Recovery {
  readonly #options: RecoveryOptions;
  readonly #blamed = new Map<number, ErrorRecord>();
  readonly #retried = new Set<number>();
  #idleCrashes = 0;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /**
   * The runs a dead worker leaves behind, without the session it died on. If others have already built on that
   * session's size, it is tried once more instead.
   *
   * @throws PromptmillError `crash` itself when the job cannot go on
   */
  afterCrash(worker: number, crash: PromptmillError): RunAgain[] {
    const { board, isReported, output } = this.#options;
    const runs = board.runsOf(worker).filter((run) => !isReported(run));
    // Written and handed on, but not reported: written again it would be there twice.
    if (output === 'stream' && runs.some((run) => isPublished(board, run))) throw crash;
    this.#blame(worker, crash);
    return runs.map((run) => ({ run, skip: this.#skippedIn(run) }));
  }

  #blame(worker: number, crash: PromptmillError): void {
    const { board } = this.#options;
    const file = board.currentFile(worker);
    board.leaveFile(worker);
    if (file === undefined) {
      if (++this.#idleCrashes > mostIdleCrashes) throw crash;
    } else if (!this.#isCommitted(file)) {
      this.#blamed.set(file, crash.inFile(board.path(file)).toRecord());
    } else if (this.#retried.has(file)) {
      throw crash.inFile(board.path(file));
    } else {
      this.#retried.add(file);
    }
  }

  #skippedIn(run: number): RunAgain['skip'] {
    const { first, end } = this.#options.board.filesOf(run);
    return [...this.#blamed]
      .filter(([file]) => file >= first && file < end)
      .map(([file, failure]) => ({ file, failure }));
  }

  /** Whether leaving the file out would contradict what others know or what a stream has already taken. */
  #isCommitted(file: number): boolean {
    const { board, output } = this.#options;
    const run = board.runOf(file);
    if (output === 'file') return isPublished(board, run);
    if (output === 'parts') return false;
    return (board.shared.emitted[0] ?? 0) > 0 && firstUnpublished(board) === run;
  }
}

function isPublished(board: JobBoard, run: number): boolean {
  return Atomics.load(board.shared.published, run) === 1;
}

function firstUnpublished(board: JobBoard): number {
  let run = 0;
  while (run < board.runCount && isPublished(board, run)) run++;
  return run;
}
