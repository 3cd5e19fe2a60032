/** The pipe: reads records, answers each before it reads on, and ends in good order however it ends. */

import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { PromptmillError } from '../contract/errors.js';
import type { Framing } from '../contract/pipe.js';
import { ChunkSink } from '../pool/chunk-sink.js';
import type { StopReason } from '../pool/job-board.js';
import { type StopSign, writeFully } from '../pool/write-fully.js';
import type { PipeCounts } from './answer-record.js';
import {
  type Conversation,
  type ConversationOptions,
  FrameConversation,
  LineConversation,
} from './conversation.js';
import { readUntil } from './read-until.js';
import type { Incoming } from './split.js';

/** What is gathered before it is written, as long as another record is at hand. */
const gatheredBytes = 256 * 1024;

export interface PipeOptions extends ConversationOptions {
  readonly input: Readable;
  /** Descriptor of the output. */
  readonly output: number;
  readonly framing: Framing;
  /** Ends it after the record that is being answered. */
  readonly signal: AbortSignal;
}

export interface PipeSummary extends PipeCounts {
  /** `done` when all was answered, `stopped` when the signal came before, `reader_gone` when nobody reads on. */
  readonly end: 'done' | 'stopped' | 'reader_gone';
}

/**
 * Answers records until there are no more.
 *
 * Memory is bounded by one record, one request and a buffer: the next record is read when the last one is answered, and
 * writing waits for whoever reads.
 *
 * @throws PromptmillError `bad_stream` with the number of records answered before, `output_failed`, and what
 * `readContext` throws of the defaults
 */
export async function servePipe(options: PipeOptions): Promise<PipeSummary> {
  const stop = new StopNote();
  const out = new ChunkSink(new Uint8Array(gatheredBytes), (bytes) => {
    writeFully({ fd: options.output, board: stop }, bytes, null);
  });
  const talk =
    options.framing === 'jsonl'
      ? new LineConversation(options, out)
      : new FrameConversation(options, out);
  try {
    const end = await answerAll(options, talk, () => out.flush());
    return { end, ...talk.counts };
  } catch (cause) {
    if (stop.stopped() === 'reader_gone') return { end: 'reader_gone', ...talk.counts };
    const error = withCount(cause, talk.counts);
    talk.fail(error);
    out.flush();
    throw error;
  }
}

async function answerAll(
  { input, signal }: PipeOptions,
  talk: Conversation,
  flush: () => void,
): Promise<'done' | 'stopped'> {
  const answer = async (records: Iterable<Incoming>): Promise<void> => {
    for (const record of records) {
      // Signals come in only where the thread is given away.
      await setImmediate();
      if (signal.aborted) break;
      await talk.take(record);
    }
    flush();
  };
  for await (const chunk of readUntil(input, signal)) await answer(talk.splitter.push(chunk));
  if (!signal.aborted) await answer(talk.splitter.end());
  return signal.aborted ? 'stopped' : 'done';
}

/** One thread needs no shared board to remember why it stopped. */
class StopNote implements StopSign {
  private reason: StopReason | undefined;

  stop(reason: StopReason): void {
    this.reason ??= reason;
  }

  stopped(): StopReason | undefined {
    return this.reason;
  }
}

/** What has to be sent again is what comes after the records that were answered. */
function withCount(error: unknown, { records }: PipeCounts): unknown {
  if (!(error instanceof PromptmillError) || error.code !== 'bad_stream') return error;
  const message = `${error.message}; ${String(records)} records were answered before`;
  return new PromptmillError(error.code, message, { ...error.details, cause: error });
}
