/** Opens sessions to be looked into: their inferences, each with its request, its trace and what the rollout tells of it. */

import { aloneInMemory } from './assemble/alone-in-memory.js';
import { openWithParents } from './assemble/open-with-parents.js';
import { prepareContext } from './assemble/prepare-context.js';
import { rolloutFiles } from './assemble/rollout-files.js';
import { traceSession } from './assemble/trace/trace-session.js';
import type { TracedSession } from './contract/inference.js';
import { type ContextOptions, readContext } from './read-context.js';
import { RolloutReader } from './sources/rollout-reader.js';

/** A session whose file is open. Its inferences are read from it, so it stays open until they were walked. */
export interface OpenTrace extends TracedSession {
  /** Gives the file back. */
  close(): void;
}

/** Opens one session at a time. */
export interface SessionTracer {
  /**
   * @throws PromptmillError when the file cannot be read or the loader refuses it; walking the inferences may throw too
   */
  open(file: string): Promise<OpenTrace>;
  /** Opens a rollout that is in memory. @param file the name it goes by */
  openBytes(bytes: Uint8Array, file?: string): OpenTrace;
}

/**
 * Makes a tracer, which keeps its buffers from one session to the next.
 *
 * @param options as for a render; `at` says which inferences are given
 * @example
 * const tracer = createTracer({ at: { kind: 'last' } });
 * const opened = await tracer.open('rollout.jsonl');
 * for (const { id, trace } of opened.inferences) console.log(id, trace.parts.length);
 * opened.close();
 */
export function createTracer(options: ContextOptions = {}): SessionTracer {
  const context = prepareContext(readContext(options));
  const reader = new RolloutReader();
  const seen: string[] = [];
  const files = rolloutFiles(reader, seen);
  return {
    async open(file) {
      seen.push(file);
      const opened = await openWithParents(file, context.options, files);
      try {
        return { ...traceSession(opened.input, context), close: () => opened.close() };
      } catch (error) {
        opened.close();
        throw error;
      }
    },
    openBytes(bytes, file = 'rollout.jsonl') {
      const session = traceSession(aloneInMemory(file, bytes, context), context);
      return { ...session, close() {} };
    },
  };
}
