/** `promptmill pipe`: answers records on standard input with requests on standard output, for as long as there are any. */

import { toolVersion } from '../batch/tool-version.js';
import { defaultMaxFrameBytes } from '../contract/pipe.js';
import { type PipeSummary, servePipe } from '../pipe/serve-pipe.js';
import { textOrFile } from '../sources/read-config.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { listenForInterruption } from './interruption.js';

const stdoutFd = 1;

export async function pipeCommand({ flags }: Invocation): Promise<ExitCode> {
  const interruption = listenForInterruption();
  try {
    const summary = await servePipe({
      input: process.stdin,
      output: stdoutFd,
      framing: flags.framing ?? 'jsonl',
      // Only on the command line does an @ name a file.
      defaults: {
        ...contextOptions(flags),
        goal: flags.goal === undefined ? undefined : textOrFile(flags.goal),
        prompt: flags.prompt === undefined ? undefined : textOrFile(flags.prompt),
      },
      maxFrameBytes: flags['max-frame'] ?? defaultMaxFrameBytes,
      version: toolVersion(),
      signal: interruption.signal,
    });
    if (flags.quiet !== true) process.stderr.write(`${JSON.stringify(summary)}\n`);
    return exitCodeOf(summary);
  } finally {
    interruption.release();
  }
}

function exitCodeOf({ end }: PipeSummary): ExitCode {
  return end === 'stopped' ? exitCodes.unfinished.code : exitCodes.ok.code;
}
