/** The memory the threads of one job share: which files there are, who renders which, and whether to stop. */

import type { SharedBoard, SharedPaths } from '../contract/protocol.js';

/** Cells of `SharedBoard.control`. */
const epochCell = 0;
const stopCell = 1;
const nextRunCell = 2;
const controlCells = 3;

/** Why a job stops before its end. The first reason given stays. */
export const stopReasons = ['aborted', 'reader_gone', 'failed'] as const;
export type StopReason = (typeof stopReasons)[number];

export interface BoardSize {
  readonly workers: number;
  /** First file of each run, ascending. */
  readonly runStarts: readonly number[];
  /** Where the last run ends. Files outside of runs are only there to be found as parents. */
  readonly end: number;
}

/** Allocates the shared memory of a job. */
export function createBoard(files: readonly string[], size: BoardSize): SharedBoard {
  const runs = size.runStarts.length;
  const runStarts = new Uint32Array(shared(4 * (runs + 1)));
  runStarts.set(size.runStarts);
  runStarts[runs] = size.end;
  return {
    paths: sharePaths(files),
    runStarts,
    control: new Int32Array(shared(4 * controlCells)),
    owners: new Int32Array(shared(4 * runs)),
    published: new Int32Array(shared(4 * runs)),
    sizes: new Float64Array(shared(8 * runs)),
    current: new Int32Array(shared(4 * size.workers)),
    emitted: new Float64Array(shared(8)),
  };
}

/** One thread's hold on the board. */
export class JobBoard {
  readonly runCount: number;

  readonly shared: SharedBoard;

  constructor(shared: SharedBoard) {
    this.shared = shared;
    this.runCount = shared.owners.length;
  }

  /** Takes the next run nobody has, so runs are begun in their order; undefined when none is left. */
  claimRun(worker: number): number | undefined {
    const run = Atomics.add(this.shared.control, nextRunCell, 1);
    if (run >= this.runCount) return undefined;
    this.takeRun(run, worker);
    return run;
  }

  /** Takes over a given run. */
  takeRun(run: number, worker: number): void {
    Atomics.store(this.shared.owners, run, worker + 1);
  }

  /** The runs a worker has taken so far, ascending. */
  runsOf(worker: number): number[] {
    const runs: number[] = [];
    for (let run = 0; run < this.runCount; run++) {
      if (Atomics.load(this.shared.owners, run) === worker + 1) runs.push(run);
    }
    return runs;
  }

  /** The files `[first, end)` of a run. */
  filesOf(run: number): { readonly first: number; readonly end: number } {
    return { first: this.shared.runStarts[run] ?? 0, end: this.shared.runStarts[run + 1] ?? 0 };
  }

  /** The run a file belongs to. */
  runOf(file: number): number {
    let run = 0;
    while (run + 1 < this.runCount && (this.shared.runStarts[run + 1] ?? Infinity) <= file) run++;
    return run;
  }

  path(file: number): string {
    const { bytes, ends } = this.shared.paths;
    const start = file === 0 ? 0 : (ends[file - 1] ?? 0);
    return Buffer.from(bytes.buffer, start, (ends[file] ?? start) - start).toString('utf8');
  }

  /** The paths of the next files that a worker comes to after this one, at most `most`: none where others may take them. */
  pathsAfter(worker: number, most: number): readonly string[] {
    const file = this.currentFile(worker);
    if (file === undefined || this.shared.current.length > 1) return [];
    const end = this.shared.runStarts[this.runCount] ?? 0;
    const count = Math.max(0, Math.min(most, end - file - 1));
    return Array.from({ length: count }, (_, index) => this.path(file + 1 + index));
  }

  /** All files that the job was given, in order. */
  *paths(): Generator<string> {
    for (let file = 0; file < this.shared.paths.ends.length; file++) yield this.path(file);
  }

  /** Says which file a worker is on, so that a crash can be blamed on it. */
  enterFile(worker: number, file: number): void {
    Atomics.store(this.shared.current, worker, file + 1);
  }

  leaveFile(worker: number): void {
    Atomics.store(this.shared.current, worker, 0);
  }

  currentFile(worker: number): number | undefined {
    const file = Atomics.load(this.shared.current, worker);
    return file === 0 ? undefined : file - 1;
  }

  /** Asks every thread to end; those that wait are woken. */
  stop(reason: StopReason): void {
    Atomics.compareExchange(this.shared.control, stopCell, 0, stopReasons.indexOf(reason) + 1);
    this.wake();
  }

  stopped(): StopReason | undefined {
    return stopReasons[Atomics.load(this.shared.control, stopCell) - 1];
  }

  /** Wakes whoever waits for something on the board to change. */
  wake(): void {
    Atomics.add(this.shared.control, epochCell, 1);
    Atomics.notify(this.shared.control, epochCell);
  }

  /** Sleeps until `wake` is called, unless it was since `epoch` was read. Never in the main thread. */
  waitForChange(epoch: number): void {
    Atomics.wait(this.shared.control, epochCell, epoch);
  }

  /** Read it before looking at what is waited for: then no change in between is slept through. */
  epoch(): number {
    return Atomics.load(this.shared.control, epochCell);
  }
}

function sharePaths(files: readonly string[]): SharedPaths {
  const ends = new Float64Array(shared(8 * files.length));
  let total = 0;
  for (const [index, file] of files.entries()) {
    total += Buffer.byteLength(file);
    ends[index] = total;
  }
  const bytes = new Uint8Array(shared(total));
  const view = Buffer.from(bytes.buffer);
  for (const [index, file] of files.entries()) {
    view.write(file, index === 0 ? 0 : (ends[index - 1] ?? 0));
  }
  return { bytes, ends };
}

function shared(byteLength: number): SharedArrayBuffer {
  return new SharedArrayBuffer(byteLength);
}
