/** Runs the installed Codex once, to its end. */

import { execFile } from 'node:child_process';
import { PromptmillError } from '../../contract/errors.js';
import type { CodexHome } from './codex-home.js';

const timeoutMs = 60_000;
const maxOutputBytes = 1 << 28;

/**
 * What a command of Codex prints to standard output.
 * @throws PromptmillError `codex_failed` when it can't be started, takes a minute or ends with an error
 */
export function runCodex(home: CodexHome, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: home.project,
      env: home.env,
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: maxOutputBytes,
    };
    const child = execFile(home.binary, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(codexFailed(args, stderr, error));
    });
    child.stdin?.end();
  });
}

function codexFailed(args: readonly string[], stderr: string, cause: Error): PromptmillError {
  const said = stderr.trim().split('\n').at(-1) ?? '';
  const found = said === '' ? (cause.message.split('\n')[0] ?? '') : said;
  return new PromptmillError(
    'codex_failed',
    `codex ${args.slice(0, 2).join(' ')} failed: ${found}`,
    {
      found,
      expected: 'an exit status of 0',
      remedy: 'see whether that binary runs by itself',
      cause,
    },
  );
}
