/** Threads that take jobs: a thin hold on piscina that tells a job that failed from a thread that died. */

import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { FixedQueue, Piscina } from 'piscina';
import { PromptmillError } from '../contract/errors.js';
import type { Answer, Call, Telling } from './serve.js';

export interface PoolOptions {
  readonly workers: number;
  /** A module that exports `runJob`, made by `serve`. */
  readonly module: URL;
}

export class WorkerPool<Job, Note> {
  readonly #piscina: Piscina<Call<Job>, Answer>;

  constructor({ workers, module }: PoolOptions) {
    this.#piscina = new Piscina<Call<Job>, Answer>({
      filename: module.href,
      name: 'runJob',
      minThreads: workers,
      maxThreads: workers,
      // A job waits only for the thread that replaces a dead one; a queue of its own, since the default is shared.
      maxQueue: workers,
      taskQueue: new FixedQueue(),
      // Jobs are few and long: nothing is gained by blocking between them, and a thread that does not ends sooner.
      atomics: 'disabled',
      recordTiming: false,
    });
    // A thread that dies between jobs is replaced; the next job would notice if it could not be.
    this.#piscina.on('error', () => {});
  }

  /**
   * Runs one job. When the promise settles, everything the thread told has been passed on, also if it died.
   *
   * @param onNote must not throw: nobody would hear of it
   * @throws PromptmillError what the job raised; `worker_crashed` when the thread died in the job; `internal` when it
   *   could not be started
   */
  async run(job: Job, onNote: (note: Note) => void): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    let isStarted = false;
    const take = (telling: Telling<Note>): void => {
      if (telling.kind === 'started') isStarted = true;
      else onNote(telling.note);
    };
    port1.on('message', take);
    let answer: Answer;
    try {
      answer = await this.#piscina.run({ job, port: port2 }, { transferList: [port2] });
    } catch (error) {
      takeRest(port1, take);
      throw threadLost(error, isStarted);
    } finally {
      takeRest(port1, take);
      port1.close();
    }
    if (answer.error !== undefined) throw PromptmillError.fromRecord(answer.error);
  }

  /** Ends all threads, also those that are working. */
  async close(): Promise<void> {
    await this.#piscina.destroy();
  }
}

/** Takes what has been posted but not yet delivered as an event. */
function takeRest<Note>(port: MessagePort, take: (telling: Telling<Note>) => void): void {
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (received === undefined) return;
    take(received.message);
  }
}

function threadLost(cause: unknown, isStarted: boolean): PromptmillError {
  const found = cause instanceof Error ? cause.message : String(cause);
  const details = { found, expected: 'a thread that lives until its work is done', cause };
  return isStarted
    ? new PromptmillError('worker_crashed', `the worker thread ended early: ${found}`, details)
    : new PromptmillError('internal', `a worker thread could not be started: ${found}`, details);
}
