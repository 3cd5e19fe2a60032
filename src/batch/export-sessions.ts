/** Exports stored sessions: traces them and hands their requests to a format. */

import type { ErrorRecord } from '../contract/errors.js';
import type { ExportOptions } from '../contract/export.js';
import { optional } from '../contract/optional-member.js';
import type { ContextOptions } from '../read-context.js';
import { findInputs, type InputSpec } from '../sources/find-inputs.js';
import { createTracer } from '../trace-sessions.js';
import { exportBatch, type ExportSummary } from './export-batch.js';

/** Left out: nothing differs from what was sent, and nothing is dropped. */
export interface ExportSessionsOptions extends Partial<ExportOptions> {
  /** Files, folders, globs and lists of paths. */
  readonly inputs: readonly InputSpec[];
  /** Name of the format. */
  readonly to: string;
  /** The folder to write. */
  readonly out: string;
  /** Replace an earlier export. */
  readonly force?: boolean | undefined;
  /** How the sessions are rendered. */
  readonly context?: ContextOptions | undefined;
  /** Is told of each session once it is through. */
  readonly onSession?: ((file: string) => void) | undefined;
}

/**
 * Writes the requests of sessions in the form that another program reads, with `manifest.json`, a map back to sessions
 * and lines (`map.jsonl`), what was lost (`losses.json`, `losses.jsonl`) and the sessions that failed
 * (`failures.jsonl`).
 * @throws PromptmillError `usage` for a format or an option that is not there, `output_exists`, `output_failed`, and
 * what reading the context throws
 * @example
 * await exportSessions({ inputs: ['sessions/'], to: 'openai-batch-responses', out: 'batch' });
 */
export async function exportSessions(options: ExportSessionsOptions): Promise<ExportSummary> {
  const tracer = createTracer(options.context);
  const { inputs } = await findInputs(options.inputs);
  const missing = inputs.flatMap((input): ErrorRecord[] =>
    input.kind === 'error' ? [input.error] : [],
  );
  return exportBatch({
    inputs: inputs.flatMap((input) => (input.kind === 'file' ? [input.file.path] : [])),
    missing,
    open: (path) => tracer.open(path),
    to: options.to,
    options: {
      ...optional('model', options.model),
      set: options.set ?? {},
      unset: options.unset ?? [],
      encryptedReasoning: options.encryptedReasoning ?? 'keep',
      format: options.format ?? {},
    },
    folder: options.out,
    force: options.force === true,
    onSession: options.onSession,
  });
}
