/** The program in the caller's thread: renders sessions one after the other and gives requests as values. */

import { aloneInMemory } from './assemble/alone-in-memory.js';
import { openWithParents, type RolloutFiles } from './assemble/open-with-parents.js';
import { planSession } from './assemble/plan-session.js';
import { planSpec } from './assemble/plan-spec.js';
import { type PreparedContext, prepareContext } from './assemble/prepare-context.js';
import { rolloutFiles } from './assemble/rollout-files.js';
import type { ByteSink } from './contract/bytes.js';
import { type ErrorRecord, PromptmillError, toErrorRecord } from './contract/errors.js';
import type { RenderedRequest } from './contract/request.js';
import type { PlannedSession } from './contract/session.js';
import { type ContextOptions, readContext } from './read-context.js';
import type { SessionSpec } from './sources/read-session-spec.js';
import { RolloutReader } from './sources/rollout-reader.js';

export interface AssemblerOptions extends ContextOptions {
  /** Takes a session that cannot be rendered; without it, such a session ends the iteration with its error. */
  readonly onFailure?: (record: ErrorRecord) => void;
}

export interface Assembler {
  /**
   * Renders files in their order. The requests of one session are in memory at a time; a corpus is better rendered
   * with `renderBatch`.
   */
  render(files: Iterable<string> | AsyncIterable<string>): AsyncIterable<RenderedRequest>;
  /** Gives up its buffers. */
  close(): void;
}

/**
 * Makes an assembler, which keeps its buffers from one session to the next.
 *
 * @example
 * const assembler = createAssembler({ at: { kind: 'last' } });
 * for await (const { id, request } of assembler.render(['rollout.jsonl'])) console.log(id, request.model);
 * assembler.close();
 */
export function createAssembler(options: AssemblerOptions = {}): Assembler {
  const context = prepareContext(readContext(options));
  const reader = new RolloutReader();
  return {
    async *render(files) {
      const seen: string[] = [];
      const opener = rolloutFiles(reader, seen);
      for await (const file of files) {
        seen.push(file);
        try {
          yield* await renderFile(file, { files: opener, context });
        } catch (error) {
          if (options.onFailure === undefined) throw error;
          options.onFailure(toErrorRecord(error, file));
        }
      }
    },
    close() {},
  };
}

/**
 * Renders the requests of one rollout that is in memory. Nothing else is read but what the options name, so a parent's
 * prefix is missing and reported.
 *
 * @throws PromptmillError when the session cannot be rendered
 */
export function renderRollout(bytes: Uint8Array, options: RolloutOptions = {}): RenderedRequest[] {
  const file = options.file ?? 'rollout.jsonl';
  const context = prepareContext(readContext(options));
  return requestsOf(planSession(aloneInMemory(file, bytes, context), context));
}

/**
 * Renders the first request of a session that is yet to begin.
 *
 * @throws PromptmillError `bad_setting` when the spec does not say enough, and what `readContext` throws
 */
export function renderSpec(spec: SessionSpec, options: ContextOptions = {}): RenderedRequest {
  const context = prepareContext(readContext(specOptions(spec, options)));
  const [request] = requestsOf(planSpec(spec, context));
  if (request === undefined) throw new PromptmillError('internal', 'a new session has no request');
  return request;
}

/** The options that render a spec; what is given on top of it counts before it. */
export function specOptions(spec: SessionSpec, options: ContextOptions): ContextOptions {
  return {
    ...options,
    context: 'resume',
    at: { kind: 'next' },
    set: [spec.settings, ...(options.set ?? [])],
    provider: options.provider ?? (spec.provider === undefined ? 'other' : 'auto'),
    agentsMd: options.agentsMd ?? spec.agentsMd,
    goal: options.goal ?? spec.goal,
    prompt: options.prompt ?? spec.prompt,
  };
}

export interface RolloutOptions extends ContextOptions {
  /** The name `source.file` gets. */
  readonly file?: string | undefined;
}

async function renderFile(file: string, { files, context }: Rendering): Promise<RenderedRequest[]> {
  const rollout = await openWithParents(file, context.options, files);
  try {
    return requestsOf(planSession(rollout.input, context));
  } finally {
    rollout.close();
  }
}

interface Rendering {
  readonly files: RolloutFiles;
  readonly context: PreparedContext;
}

function requestsOf(session: PlannedSession): RenderedRequest[] {
  const sink = new RequestSink();
  session.writeTo(sink);
  return sink.requests;
}

const lineEnd = 0x0a;

/** Parses each line as soon as it is whole, so that a session is never in memory both as bytes and as values. */
class RequestSink implements ByteSink {
  readonly requests: RenderedRequest[] = [];
  #line: Buffer[] = [];

  write(chunk: Uint8Array): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(lineEnd, from);
      // The chunk is only lent: what is kept is copied.
      if (end < 0) break;
      this.#line.push(Buffer.from(chunk.subarray(from, end)));
      this.#endLine();
      from = end + 1;
    }
    if (from < chunk.length) this.#line.push(Buffer.from(chunk.subarray(from)));
  }

  #endLine(): void {
    const text = Buffer.concat(this.#line).toString('utf8');
    this.#line = [];
    // The pipeline wrote it in this shape a moment ago.
    this.requests.push(JSON.parse(text) as RenderedRequest);
  }
}
