/** Lints rollouts one after the other; one that can't be read is told and passed over. */

import { openWithParents, type RolloutFiles } from '../../assemble/open-with-parents.js';
import { type PreparedContext, prepareContext } from '../../assemble/prepare-context.js';
import { rolloutFiles } from '../../assemble/rollout-files.js';
import { type ErrorRecord, PromptmillError, toErrorRecord } from '../../contract/errors.js';
import { type ContextOptions, readContext } from '../../read-context.js';
import { RolloutReader } from '../../sources/rollout-reader.js';
import { createTracer, type SessionTracer } from '../../trace-sessions.js';
import { type Finding, lintSession } from './lint-session.js';
import { readRecorded } from './read-recorded.js';
import type { RecordedSession } from './recorded-session.js';
import type { LintRule } from './rule.js';

export interface LintOptions {
  readonly context: ContextOptions;
  readonly rules: readonly LintRule[];
}

/** What became of one file. */
export type LintedFile =
  | { readonly kind: 'linted'; readonly file: string; readonly findings: readonly Finding[] }
  | { readonly kind: 'failed'; readonly file: string; readonly error: ErrorRecord };

/**
 * Looks at files one after the other; `chooseRules` gives the rules.
 *
 * @throws PromptmillError when what the context names can't be read
 */
export async function* lintFiles(
  files: readonly string[],
  { context, rules }: LintOptions,
): AsyncGenerator<LintedFile> {
  const tracer = createTracer(context);
  const reader = new RecordReader(context, files);
  for (const file of files) yield await lintFile(file, { tracer, reader, rules });
}

interface Linting {
  readonly tracer: SessionTracer;
  readonly reader: RecordReader;
  readonly rules: readonly LintRule[];
}

async function lintFile(file: string, { tracer, reader, rules }: Linting): Promise<LintedFile> {
  try {
    const recorded = await reader.read(file);
    const traced = await tracer.open(file);
    try {
      return { kind: 'linted', file, findings: lintSession(traced, recorded, rules) };
    } finally {
      traced.close();
    }
  } catch (error) {
    const inFile = error instanceof PromptmillError ? error.inFile(file) : error;
    return { kind: 'failed', file, error: { ...toErrorRecord(inFile), file } };
  }
}

/** Reads what rollouts record beside their requests, with buffers of its own: the tracer's are in use. */
class RecordReader {
  readonly #context: PreparedContext;
  readonly #files: RolloutFiles;

  constructor(options: ContextOptions, files: readonly string[]) {
    this.#context = prepareContext(readContext(options));
    this.#files = rolloutFiles(new RolloutReader(), files);
  }

  async read(file: string): Promise<RecordedSession> {
    const opened = await openWithParents(file, this.#context.options, this.#files);
    try {
      return readRecorded(opened.input, this.#context);
    } finally {
      opened.close();
    }
  }
}
