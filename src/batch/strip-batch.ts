/** Strips files one after the other: each becomes a file of its own, and what cannot be stripped goes on record. */

import { RolloutStripper, type StripOptions, type StripReport } from '../assemble/strip-rollout.js';
import { type ErrorRecord, PromptmillError, toErrorRecord } from '../contract/errors.js';
import { endsJob } from '../pool/output-errors.js';
import type { InputEncoding } from '../sources/rollout-name.js';
import { RolloutReader } from '../sources/rollout-reader.js';
import { StripOutput } from './strip-output.js';

export interface StripInput {
  readonly path: string;
  readonly encoding: InputEncoding;
  /** Relative name of its output, uncompressed. */
  readonly name: string;
}

export interface StripBatchOptions {
  readonly inputs: readonly StripInput[];
  /** Inputs that were named but could not be found; recorded before all other failures. */
  readonly missing: readonly ErrorRecord[];
  readonly kinds: StripOptions;
  /** `-`, a file, or a folder: something that ends in `/` or is one. */
  readonly out: string;
  /** Replace earlier results. */
  readonly force: boolean;
  /** Is told of each file once it is written. */
  readonly onFile: (file: StrippedFile) => void;
  /** Takes failure records where the output has no place for them. */
  readonly sayFailure: (line: string) => void;
}

export interface StrippedFile {
  readonly file: string;
  /** Where it was written; `-` for standard output. */
  readonly out: string;
  readonly report: StripReport;
}

export interface StripSummary {
  readonly files: number;
  readonly failures: number;
  readonly failuresPlace: string;
  readonly isReaderGone: boolean;
}

/**
 * @throws PromptmillError `usage` for an unknown kind or several inputs for one file, `output_exists`, `output_failed`
 */
export async function stripBatch(options: StripBatchOptions): Promise<StripSummary> {
  const stripper = new RolloutStripper(options.kinds);
  const names = new Set<string>();
  const { out, force, sayFailure } = options;
  const output = new StripOutput({
    out,
    force,
    sayFailure,
    names: options.inputs.map(({ name }) => name),
  });
  const reader = new RolloutReader();
  let files = 0;
  let failures = 0;
  const fail = (record: ErrorRecord): void => {
    failures += 1;
    output.addFailure(record);
  };
  for (const record of options.missing) fail(record);
  for (const input of options.inputs) {
    try {
      if (names.has(input.name)) throw takenName(input);
      names.add(input.name);
      options.onFile(await stripFile(input, { reader, stripper, output }));
      files += 1;
    } catch (error) {
      if (output.isReaderGone) break;
      if (endsJob(error)) throw error;
      fail(toErrorRecord(error, input.path));
    }
  }
  output.finish();
  const { failuresPlace, isReaderGone } = output;
  return { files, failures, failuresPlace, isReaderGone };
}

interface StripTools {
  readonly reader: RolloutReader;
  readonly stripper: RolloutStripper;
  readonly output: StripOutput;
}

async function stripFile(
  { path, encoding, name }: StripInput,
  { reader, stripper, output }: StripTools,
): Promise<StrippedFile> {
  const rollout = await reader.open(path, encoding);
  try {
    const plan = stripper.plan(rollout.bytes);
    const out = output.write(name, (sink) => {
      plan.writeTo(sink);
    });
    return { file: path, out, report: plan.report };
  } finally {
    rollout.close();
  }
}

function takenName({ path, name }: StripInput): PromptmillError {
  return new PromptmillError('output_exists', `another input is already written to ${name}`, {
    file: path,
    found: name,
    expected: 'a name of its own for each input',
    remedy: 'strip the folder that holds both, so that their paths tell them apart',
  });
}
