/**
 * One output for all runs, in their order, whichever worker renders them.
 *
 * Small sessions are rendered into memory and large ones straight to the output. What cannot be written yet, because
 * an earlier run has not told its size, is held back so that the worker can go on; it waits only when the memory is
 * full. A session in memory can be taken back when it breaks; once a size is told, it cannot.
 */

import type { ByteSink } from '../contract/bytes.js';
import { pendingOutputBytes } from '../contract/limits.js';
import type { PlannedSession } from '../contract/session.js';
import { ChunkSink, MemorySink } from './chunk-sink.js';
import type { Outlet } from './outlets.js';
import { brokenSessionError, endsJob, lengthError } from './output-errors.js';
import type { OutputOptions, RunOutput } from './run-output.js';
import { RunOrder } from './run-order.js';

/** Up to this length a session goes through memory even if it could be written at once: it stays in the CPU's cache. */
const hotBytes = 1024 * 1024;

/** A run in the memory: `heldBytes` of it from `heldFrom` on, after `writtenBytes` that are in the output. */
interface HeldRun {
  readonly run: number;
  startBytes: number | undefined;
  writtenBytes: number;
  heldFrom: number;
  heldBytes: number;
  open: boolean;
}

export class OrderedOutput implements RunOutput {
  readonly #order: RunOrder;
  /** Reserved, not touched: pages that are never needed are never paid for. */
  readonly #memory = Buffer.allocUnsafeSlow(pendingOutputBytes);
  #usedBytes = 0;
  /** Bytes in the memory that are not in the output yet. */
  #waitingBytes = 0;
  /** Ascending; only the last can be open. */
  readonly #held: HeldRun[] = [];

  readonly outlet: Outlet;
  readonly options: OutputOptions;

  constructor(outlet: Outlet, options: OutputOptions) {
    this.outlet = outlet;
    this.options = options;
    this.#order = new RunOrder(options.board);
  }

  beginRun(run: number): void {
    this.#held.push({
      run,
      startBytes: undefined,
      writtenBytes: 0,
      heldFrom: this.#usedBytes,
      heldBytes: 0,
      open: true,
    });
  }

  write(session: PlannedSession, sessionsLeft: number): void {
    this.#writeKnown(hotBytes);
    const run = this.#openRun();
    const { outputBytes } = session;
    if (outputBytes <= hotBytes || (run.startBytes === undefined && this.#fits(outputBytes))) {
      this.#makeRoom(outputBytes);
      this.#hold(run, session);
    } else {
      this.#stream(run, session, sessionsLeft);
    }
  }

  endRun(): void {
    const run = this.#openRun();
    run.open = false;
    if (this.outlet.seekable) this.#tellSize(run, run.writtenBytes + run.heldBytes);
    this.#writeKnown(0);
  }

  close(): void {
    this.#writeAll();
  }

  #openRun(): HeldRun {
    const run = this.#held.at(-1);
    if (run?.open !== true) throw new Error('a session outside of a run');
    return run;
  }

  #hold(run: HeldRun, session: PlannedSession): void {
    const sink = new MemorySink(this.#memory, this.#usedBytes);
    writeExactly(session, sink, () => sink.endBytes - this.#usedBytes);
    run.heldBytes += session.outputBytes;
    this.#waitingBytes += session.outputBytes;
    this.#usedBytes = sink.endBytes;
  }

  #stream(run: HeldRun, session: PlannedSession, sessionsLeft: number): void {
    this.#writeAll();
    const startBytes = run.startBytes ?? 0;
    const isTold = this.outlet.seekable && sessionsLeft === 0;
    if (isTold) this.#tellSize(run, run.writtenBytes + session.outputBytes);
    let passedBytes = 0;
    const sink = new ChunkSink(this.#memory.subarray(0, hotBytes), (bytes) => {
      this.outlet.write(bytes, { startBytes, offsetBytes: run.writtenBytes + passedBytes });
      passedBytes += bytes.length;
    });
    try {
      writeExactly(session, sink, () => sink.totalBytes);
      sink.flush();
    } catch (error) {
      // Where nobody has built on its size yet, the next session simply writes over the torn one.
      const isUndone = !isTold && (this.outlet.seekable || passedBytes === 0);
      throw isUndone || endsJob(error) ? error : brokenSessionError(error);
    }
    run.writtenBytes += passedBytes;
  }

  #fits(bytes: number): boolean {
    return bytes <= this.#memory.length - this.#usedBytes;
  }

  #makeRoom(bytes: number): void {
    if (this.#fits(bytes)) return;
    this.#writeKnown(0);
    this.#closeGap();
    if (!this.#fits(bytes)) this.#writeAll();
  }

  /** Writes what has its place; of the open run only if there is enough of it to be worth a call. */
  #writeKnown(leastBytes: number): void {
    for (;;) {
      const first = this.#held[0];
      if (first === undefined) return;
      first.startBytes ??= this.#order.startOf(first.run);
      if (first.startBytes === undefined) return;
      if (first.open && first.heldBytes < leastBytes) return;
      this.#writeOut(first, first.startBytes);
      if (first.open) return;
    }
  }

  /** Writes everything held, waiting for each run's place. */
  #writeAll(): void {
    for (;;) {
      const first = this.#held[0];
      if (first === undefined) return;
      first.startBytes ??= this.#order.awaitStart(first.run);
      this.#writeOut(first, first.startBytes);
      if (first.open) return;
    }
  }

  #writeOut(run: HeldRun, startBytes: number): void {
    const bytes = this.#memory.subarray(run.heldFrom, run.heldFrom + run.heldBytes);
    this.outlet.write(bytes, { startBytes, offsetBytes: run.writtenBytes });
    run.writtenBytes += run.heldBytes;
    run.heldFrom += run.heldBytes;
    this.#waitingBytes -= run.heldBytes;
    run.heldBytes = 0;
    if (!run.open) this.#finish(run);
    if (this.#waitingBytes === 0) this.#rewind();
  }

  #finish(run: HeldRun): void {
    this.#held.shift();
    this.outlet.endTurn();
    if (!this.outlet.seekable) this.#tellSize(run, run.writtenBytes);
    this.options.onWritten({ run: run.run, bytes: run.writtenBytes, parts: [] });
  }

  /** Tells the size; of a run done again after a crash it may be told already, and must be the same. */
  #tellSize(run: HeldRun, bytes: number): void {
    const told = this.#order.publishedSize(run.run);
    if (told === undefined) this.#order.publish(run.run, bytes);
    else if (told !== bytes) throw brokenSessionError(lengthError(bytes, told));
  }

  #rewind(): void {
    this.#usedBytes = 0;
    for (const run of this.#held) run.heldFrom = 0;
  }

  /** Moves what is held to the front, over what has been written. */
  #closeGap(): void {
    const gap = this.#held[0]?.heldFrom ?? 0;
    this.#memory.copyWithin(0, gap, this.#usedBytes);
    this.#usedBytes -= gap;
    for (const run of this.#held) run.heldFrom -= gap;
  }
}

function writeExactly(session: PlannedSession, sink: ByteSink, length: () => number): void {
  session.writeTo(sink);
  if (length() !== session.outputBytes) throw lengthError(length(), session.outputBytes);
}
