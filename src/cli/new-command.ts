/** `promptmill render --new F`: the first request of sessions that are yet to begin. */

import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { renderSpec } from '../assembler.js';
import { existsError } from '../batch/open-job-output.js';
import { PromptmillError } from '../contract/errors.js';
import { readSessionSpecs } from '../sources/read-session-spec.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { chooseShard } from './shard-inputs.js';

/** @throws PromptmillError `bad_spec`, `bad_setting`, `output_exists`, `output_failed` and what `readContext` throws */
export function newCommand({ positionals, flags }: Invocation, file: string): ExitCode {
  if (positionals.length > 0) {
    throw new PromptmillError('usage', '--new renders sessions without a rollout', {
      found: positionals.join(' '),
      expected: 'no INPUT',
    });
  }
  const options = contextOptions(flags);
  const specs = readSessionSpecs(file);
  const { from, to, note } = chooseShard(specs.length, flags.shard);
  if (flags.quiet !== true) process.stderr.write(note);
  const lines = specs.slice(from, to).map((spec) => JSON.stringify(renderSpec(spec, options)));
  write(lines.map((line) => `${line}\n`).join(''), flags);
  const isNothing = lines.length === 0 && flags.shard === undefined;
  return isNothing ? exitCodes.nothingRendered.code : exitCodes.ok.code;
}

function write(text: string, { out = '-', force }: Invocation['flags']): void {
  if (out === '-') {
    process.stdout.write(text);
    return;
  }
  if (existsSync(out) && force !== true) throw existsError(out, 'a file or folder');
  try {
    writeFileSync(`${out}.tmp`, text);
    renameSync(`${out}.tmp`, out);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new PromptmillError('output_failed', `${out} cannot be written: ${found}`, {
      file: out,
      found,
      expected: 'a file that can be written to',
      cause,
    });
  }
}
