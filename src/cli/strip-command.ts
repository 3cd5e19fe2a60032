/** `promptmill strip`: takes the context out of rollouts, tells what went. */

import { basename } from 'node:path';
import { bytesText, countText } from '../batch/progress.js';
import {
  stripBatch,
  type StripInput,
  type StripSummary,
  type StrippedFile,
} from '../batch/strip-batch.js';
import type { ErrorRecord } from '../contract/errors.js';
import { findInputs, type InputSpec } from '../sources/find-inputs.js';
import { plainPathOf } from '../sources/rollout-name.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { ShardChoice } from './parse-shard.js';
import { pathsOnStdin } from './read-path-list.js';
import { chooseShard } from './shard-inputs.js';

export async function stripCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const { inputs, missing, note } = await readInputs(positionals, flags.shard);
  if (flags.quiet !== true) process.stderr.write(note);
  const out = flags.out ?? '-';
  // The rollout itself takes standard output.
  const report = out === '-' ? process.stderr : process.stdout;
  const totals = new TotalsOfFiles();
  const summary = await stripBatch({
    inputs,
    missing,
    out,
    kinds: { kinds: flags.kinds, keepKinds: flags['keep-kinds'] },
    force: flags.force === true,
    onFile: (file) => {
      totals.add(file);
      if (flags.json === true) report.write(reportLine(file));
    },
    sayFailure: (line) => process.stderr.write(line),
  });
  if (flags.quiet !== true && flags.json !== true) process.stderr.write(totals.text(summary));
  if (flags.shard !== undefined && summary.failures === 0) return exitCodes.ok.code;
  return exitCodeOf(summary);
}

function reportLine({ file, out, report }: StrippedFile): string {
  return `${JSON.stringify({ file, out, ...report })}\n`;
}

interface StripInputs {
  readonly inputs: readonly StripInput[];
  readonly missing: readonly ErrorRecord[];
  /** Which share of all inputs this is; empty when it is all of them. */
  readonly note: string;
}

async function readInputs(
  positionals: readonly string[],
  shard: ShardChoice | undefined,
): Promise<StripInputs> {
  const specs: InputSpec[] = positionals.map((input) =>
    input === '-' ? { name: 'standard input', lines: pathsOnStdin() } : input,
  );
  const { inputs: all } = await findInputs(specs);
  const { from, to, note } = chooseShard(all.length, shard);
  const inputs: StripInput[] = [];
  const missing: ErrorRecord[] = [];
  for (const input of all.slice(from, to)) {
    if (input.kind === 'error') missing.push(input.error);
    else inputs.push({ ...input.file, name: outputName(input.file.path, positionals) });
  }
  return { inputs, missing, note };
}

/** The path below the named folder that holds a file; the bare name of a file that was named itself. */
function outputName(path: string, named: readonly string[]): string {
  const plain = plainPathOf(path);
  const folder = named
    .map((name) => (name.endsWith('/') ? name : `${name}/`))
    .filter((name) => path.startsWith(name))
    .toSorted((one, other) => other.length - one.length)[0];
  return folder === undefined ? basename(plain) : plain.slice(folder.length);
}

/** What went, over all files. */
class TotalsOfFiles {
  private readonly kinds = new Map<string, { parts: number; bytes: number }>();
  private inputBytes = 0;
  private outputBytes = 0;
  private unread = 0;

  add({ report }: StrippedFile): void {
    this.inputBytes += report.inputBytes;
    this.outputBytes += report.outputBytes;
    this.unread += report.unread.length;
    for (const [kind, { parts, bytes }] of Object.entries(report.totals)) {
      const total = this.kinds.get(kind) ?? { parts: 0, bytes: 0 };
      this.kinds.set(kind, { parts: total.parts + parts, bytes: total.bytes + bytes });
    }
  }

  text({ files, failures, failuresPlace }: StripSummary): string {
    const rows = [
      `${countText(files, 'rollout')}, ${bytesText(this.outputBytes)} left of ${bytesText(this.inputBytes)}`,
    ];
    const kinds = [...this.kinds].toSorted(([, one], [, other]) => other.bytes - one.bytes);
    const width = Math.max(0, ...kinds.map(([kind]) => kind.length));
    for (const [kind, { parts, bytes }] of kinds) {
      rows.push(`  ${kind.padEnd(width)}  ${countText(parts, 'part')}, ${bytesText(bytes)}`);
    }
    if (this.unread > 0) {
      rows.push(`${countText(this.unread, 'line')} could not be read and stay as they are`);
    }
    if (failures > 0) rows.push(`${countText(failures, 'rollout')} failed: see ${failuresPlace}`);
    return `${rows.join('\n')}\n`;
  }
}

function exitCodeOf({ files, failures, isReaderGone }: StripSummary): ExitCode {
  if (isReaderGone) return exitCodes.ok.code;
  if (files === 0) return exitCodes.nothingRendered.code;
  return failures > 0 ? exitCodes.someFailed.code : exitCodes.ok.code;
}
