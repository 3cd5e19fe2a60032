/** Runs a format over sessions, one after the other, into a folder. */

import { type ErrorRecord, PromptmillError, toErrorRecord } from '../contract/errors.js';
import type { Exporter, ExportFormat, ExportOptions } from '../contract/export.js';
import type { TracedSession } from '../contract/inference.js';
import type { JsonRecord } from '../contract/json-record.js';
import { refuseOtherOptions } from '../export/read-option.js';
import { formatNamed } from '../export/formats.js';
import { endsJob } from '../pool/output-errors.js';
import { ExportFolder } from './export-folder.js';
import { toolVersion } from './tool-version.js';

export interface ExportBatchOptions {
  /** Paths of rollouts, in the order of the export. */
  readonly inputs: readonly string[];
  /** Inputs that were named but could not be found; recorded before all other failures. */
  readonly missing: readonly ErrorRecord[];
  readonly open: (path: string) => Promise<OpenSession>;
  /** Name of the format. */
  readonly to: string;
  readonly options: ExportOptions;
  readonly folder: string;
  /** Replace an earlier export. */
  readonly force: boolean;
  /** Is told of each session once it is through. */
  readonly onSession?: ((file: string) => void) | undefined;
}

/** A session whose file is given back when it has been read. */
export interface OpenSession extends TracedSession {
  close(): void;
}

export interface ExportSummary {
  readonly sessions: number;
  readonly requests: number;
  readonly losses: { readonly count: number; readonly bytes: number };
  readonly failures: number;
  readonly lossesPlace: string;
  readonly failuresPlace: string;
}

/**
 * A session that fails leaves what had been written of it, whole records all, and is among the failures.
 * @throws PromptmillError `usage` for a format or an option that is not there, `output_exists`, `output_failed`
 */
export async function exportBatch(batch: ExportBatchOptions): Promise<ExportSummary> {
  const format = formatNamed(batch.to);
  refuseOtherOptions(format, batch.options.format);
  const folder = new ExportFolder(batch);
  try {
    return await fillFolder(batch, format, folder);
  } catch (error) {
    folder.discard();
    throw error;
  }
}

async function fillFolder(
  batch: ExportBatchOptions,
  format: ExportFormat,
  folder: ExportFolder,
): Promise<ExportSummary> {
  const exporter = format.create(batch.options, folder);
  const counts = { sessions: 0, requests: 0, failures: 0 };
  const fail = (record: ErrorRecord): void => {
    counts.failures += 1;
    folder.addFailure(record);
  };
  for (const record of batch.missing) fail(record);
  for (const path of batch.inputs) {
    try {
      exportSession(await batch.open(path), exporter, () => {
        counts.requests += 1;
      });
      counts.sessions += 1;
    } catch (error) {
      if (endsJob(error)) throw error;
      fail(recordOf(error, path));
    }
    batch.onSession?.(path);
  }
  exporter.finish?.();
  folder.commit(descriptionOf(format, batch.options, counts));
  const { losses, lossesPlace, failuresPlace } = folder;
  return { ...counts, losses, lossesPlace, failuresPlace };
}

function exportSession(session: OpenSession, exporter: Exporter, onRequest: () => void): void {
  try {
    exporter.startSession?.(session.session);
    for (const inference of session.inferences) {
      exporter.add(inference);
      onRequest();
    }
    exporter.endSession?.();
  } finally {
    session.close();
  }
}

/** What the manifest tells of the export as a whole. */
function descriptionOf(
  format: ExportFormat,
  { model, set, unset, encryptedReasoning, format: formatOptions }: ExportOptions,
  counts: JsonRecord,
): JsonRecord {
  return {
    tool: 'promptmill',
    version: toolVersion(),
    format: format.name,
    options: { model, set, unset, encryptedReasoning, format: formatOptions },
    ...counts,
  };
}

function recordOf(error: unknown, file: string): ErrorRecord {
  if (error instanceof PromptmillError) return error.inFile(file).toRecord();
  return { ...toErrorRecord(error), file };
}
