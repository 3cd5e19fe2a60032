/** Decides what kind of output `--out` names, and refuses to write over an earlier result. */

import { existsSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import { FileOutput, type WhenEmpty } from './file-output.js';
import { earlierResults, FolderOutput } from './folder-output.js';
import type { JobDescription, JobOutput } from './job-output.js';
import { StreamOutput } from './stream-output.js';

export interface OutputRequest {
  /** `-`, a file, or a folder: something that ends in `/` or is one. */
  readonly out: string;
  /** Whether an earlier result may be replaced. */
  readonly force: boolean;
  readonly description: JobDescription;
  readonly partBytes: number | undefined;
  readonly whenEmpty: WhenEmpty;
  /** Takes failure records, one JSON line each, where the output has no place for them. */
  readonly sayFailure: (line: string) => void;
}

/** @throws PromptmillError `output_exists`, `output_failed` */
export function openJobOutput(request: OutputRequest): JobOutput {
  const { out, force, description, partBytes } = request;
  if (out === '-') return new StreamOutput(out, request.sayFailure);
  const stats = statSync(out, { throwIfNoEntry: false });
  if (out.endsWith('/') || stats?.isDirectory() === true) {
    if (!force) refuseEarlierResults(out, stats);
    return attempt(out, () => new FolderOutput({ folder: out, description, partBytes }));
  }
  if (stats !== undefined && !stats.isFile()) {
    return attempt(out, () => new StreamOutput(out, request.sayFailure));
  }
  if (stats !== undefined && !force) throw existsError(out, 'a file');
  return attempt(out, () => new FileOutput(out, request.whenEmpty));
}

function refuseEarlierResults(folder: string, stats: Stats | undefined): void {
  if (stats === undefined) return;
  const [first] = stats.isDirectory() ? earlierResults(folder) : ['a file of this name'];
  if (first !== undefined) throw existsError(folder, first);
}

/** What an earlier result is protected with. */
export function existsError(file: string, found: string): PromptmillError {
  return new PromptmillError('output_exists', `${file} is there already`, {
    file,
    found,
    expected: 'a place nothing has been written to yet',
    remedy: 'choose another --out, or replace it with --force',
  });
}

function attempt(out: string, open: () => JobOutput): JobOutput {
  try {
    return open();
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    const folder = dirname(out);
    throw new PromptmillError('output_failed', `${out} cannot be written: ${found}`, {
      file: out,
      found: existsSync(folder) ? found : `no folder ${folder}`,
      expected: 'a place that can be written to',
      remedy: existsSync(folder)
        ? 'choose another --out'
        : `make the folder first: mkdir -p ${folder}`,
      cause,
    });
  }
}
