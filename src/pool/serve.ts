/** The thread's side of the pool: makes a handler out of a plain function that may tell things while it runs. */

import type { MessagePort } from 'node:worker_threads';
import { type ErrorRecord, toErrorRecord } from '../contract/errors.js';

/** What the pool hands to a thread. */
export interface Call<Job> {
  readonly job: Job;
  readonly port: MessagePort;
}

/** What a thread posts while it works. */
export type Telling<Note> =
  | { readonly kind: 'started' }
  | { readonly kind: 'note'; readonly note: Note };

/** The work of a thread; it throws when it cannot be done. */
export type Handler<Job, Note> = (job: Job, tell: (note: Note) => void) => Promise<void>;

/** What a thread returns. It never throws: a rejected call means that the thread is gone. */
export type Answer = { readonly error: ErrorRecord | undefined };

/** Wraps `handler` for export as the pool's entry point. */
export function serve<Job, Note>(
  handler: Handler<Job, Note>,
): (call: Call<Job>) => Promise<Answer> {
  return async ({ job, port }) => {
    const post = (telling: Telling<Note>): void => {
      port.postMessage(telling);
    };
    post({ kind: 'started' });
    try {
      await handler(job, (note) => {
        post({ kind: 'note', note });
      });
      return { error: undefined };
    } catch (error) {
      return { error: toErrorRecord(error) };
    } finally {
      port.close();
    }
  };
}
