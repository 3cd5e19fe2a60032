/** `promptmill stats`: counts what the sessions of a corpus hold, and draws it. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorRecord, PromptmillError, toErrorRecord } from '../contract/errors.js';
import { StatsCollector } from '../report/stats/corpus-stats.js';
import { statsJson } from '../report/stats/stats-json.js';
import { statsPlots } from '../report/stats/stats-plots.js';
import { findInputs } from '../sources/find-inputs.js';
import { createTokenCounter } from '../tokens/counter.js';
import { createTracer } from '../trace-sessions.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { toInputSpec } from './input-spec.js';
import { statsText } from './stats-text.js';
import { counterName } from './token-choice.js';

export async function statsCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const { inputs } = await findInputs(positionals.map(toInputSpec));
  const collector = new StatsCollector(await createTokenCounter(counterName(flags)));
  const tracer = createTracer(contextOptions(flags));
  const failures: ErrorRecord[] = [];
  for (const input of inputs) {
    if (input.kind === 'error') {
      failures.push(input.error);
      continue;
    }
    try {
      // A tracer opens one session at a time.
      const session = await tracer.open(input.file.path);
      try {
        collector.addSession(session);
      } finally {
        session.close();
      }
    } catch (error) {
      failures.push({ file: input.file.path, ...toErrorRecord(error) });
    }
  }
  const { stats } = collector;
  if (flags.svg !== undefined && stats.numbers.length > 0) writePlots(flags.svg, statsPlots(stats));
  process.stdout.write(flags.json === true ? statsJson(stats, failures) : statsText(stats));
  if (flags.quiet !== true && flags.json !== true) process.stderr.write(failureText(failures));
  if (stats.sessions === 0) return exitCodes.nothingRendered.code;
  return failures.length > 0 ? exitCodes.someFailed.code : exitCodes.ok.code;
}

function writePlots(folder: string, plots: ReadonlyMap<string, string>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, document] of plots) writeFileSync(join(folder, name), document);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new PromptmillError('output_failed', `plots cannot be written into ${folder}: ${found}`, {
      file: folder,
      found,
      expected: 'a folder that can be written to',
      cause,
    });
  }
}

function failureText(failures: readonly ErrorRecord[]): string {
  return failures.map(({ file = '', message }) => `${file}: not counted: ${message}\n`).join('');
}
