#!/usr/bin/env node
/** The command line: reads what is asked for, has it done, and says how it went in the exit code. */

import { toErrorRecord } from '../contract/errors.js';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.js';
import { commandNamed, parseCommandLine, type Request } from './parse-command-line.js';
import { errorText } from './print-error.js';

async function main(argv: readonly string[]): Promise<ExitCode> {
  try {
    return await carryOut(parseCommandLine(argv));
  } catch (error) {
    const record = toErrorRecord(error);
    const isForPrograms = commandNamed(argv)?.errors === 'json';
    process.stderr.write(isForPrograms ? `${JSON.stringify(record)}\n` : errorText(record));
    return exitCodeOf(record.code);
  }
}

async function carryOut(request: Request): Promise<ExitCode> {
  if (request.kind === 'run') {
    const run = await request.command.load();
    return run(request.invocation);
  }
  process.stdout.write(await printed(request));
  return exitCodes.ok.code;
}

async function printed(request: Exclude<Request, { kind: 'run' }>): Promise<string> {
  if (request.kind === 'print') return request.text;
  const { versionText } = await import('./version-text.js');
  return versionText(request.form);
}

// Whoever read the output may have had enough: that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(exitCodes.ok.code);
  });
}

process.exitCode = await main(process.argv.slice(2));
