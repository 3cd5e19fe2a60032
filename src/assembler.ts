/** The program in the caller's thread: renders sessions one after the other and gives requests as values. */

import { openWithParents, type RolloutFiles } from './assemble/open-with-parents.js';
import { planSession } from './assemble/plan-session.js';
import { type PreparedContext, prepareContext } from './assemble/prepare-context.js';
import type { ByteSink } from './contract/bytes.js';
import { type ErrorRecord, PromptmillError, toErrorRecord } from './contract/errors.js';
import { defaultRenderOptions, type RenderOptions } from './contract/options.js';
import type { RenderedRequest } from './contract/request.js';
import type { PlannedSession, RenderContext, SessionInput } from './contract/session.js';
import { rulesById } from './contract/rules.js';
import { selectKernel } from './kernels/select.js';
import { loadPack } from './packs/load-pack.js';
import { ParentFinder } from './sources/find-parent.js';
import { readHistoryBase } from './rollout/read-history-base.js';
import { inMemory } from './sources/memory-bytes.js';
import { readCatalog } from './sources/read-catalog.js';
import { readTools } from './sources/read-tools.js';
import { encodingOf } from './sources/rollout-name.js';
import { RolloutReader } from './sources/rollout-reader.js';

/** What a render goes by. Left out: the default. */
export interface ContextOptions {
  readonly at?: RenderOptions['at'] | undefined;
  readonly loader?: RenderOptions['loader'] | undefined;
  readonly provider?: RenderOptions['provider'] | undefined;
  readonly itemIds?: RenderOptions['itemIds'] | undefined;
  readonly rules?: RenderOptions['rules'] | undefined;
  /** Which kernel does the byte work; a named one is never replaced by another. */
  readonly kernel?: RenderOptions['kernel'] | undefined;
  /** Folder of a pack; the built-in one otherwise. */
  readonly pack?: string | undefined;
  /** Path of a model catalog. */
  readonly catalog?: string | undefined;
  /** Path of a JSON array of tools. */
  readonly tools?: string | undefined;
}

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
 * Reads what the options name: the pack, the catalog, the tools.
 * @throws PromptmillError `bad_pack`, `bad_catalog`, `bad_tools`, `input_not_found`, `input_unreadable`,
 * `kernel_unavailable`
 */
export function readContext(options: ContextOptions): RenderContext {
  // A named kernel that is not to be had ends the job here, not in each of its threads.
  if (options.kernel !== undefined && options.kernel !== 'auto') selectKernel(options.kernel);
  const pack = loadPack(options.pack);
  return {
    options: {
      at: options.at ?? defaultRenderOptions.at,
      loader: options.loader ?? defaultRenderOptions.loader,
      provider: options.provider ?? defaultRenderOptions.provider,
      itemIds: options.itemIds ?? defaultRenderOptions.itemIds,
      rules: options.rules ?? defaultRenderOptions.rules,
      kernel: options.kernel ?? defaultRenderOptions.kernel,
    },
    texts: pack.texts,
    packName: pack.name,
    catalog: options.catalog === undefined ? undefined : readCatalog(options.catalog),
    tools: options.tools === undefined ? undefined : readTools(options.tools),
  };
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
      const parents = new ParentFinder(seen);
      const rolloutFiles = {
        open: (file: string) => reader.open(file, encodingOf(file)),
        findParent: (threadId: string, child: string) => parents.find(threadId, child)?.path,
      };
      for await (const file of files) {
        seen.push(file);
        try {
          yield* await renderFile(file, { files: rolloutFiles, context });
        } catch (error) {
          if (options.onFailure === undefined) throw error;
          options.onFailure(failureRecord(error, file));
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

export interface RolloutOptions extends ContextOptions {
  /** The name `source.file` gets. */
  readonly file?: string | undefined;
}

function aloneInMemory(
  file: string,
  bytes: Uint8Array,
  { options }: PreparedContext,
): SessionInput {
  const rollout = inMemory(bytes);
  const segments = [{ file, startBytes: 0, endBytes: bytes.length }];
  const forced = options.rules === 'auto' ? undefined : rulesById(options.rules);
  const parent = readHistoryBase(rollout, forced)?.threadId;
  const input = { file, bytes: rollout, segments };
  return parent === undefined ? input : { ...input, missingParent: parent };
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

function failureRecord(error: unknown, file: string): ErrorRecord {
  if (error instanceof PromptmillError) return error.inFile(file).toRecord();
  return { ...toErrorRecord(error), file };
}
