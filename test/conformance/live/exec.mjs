// Drives `codex exec`: one process, one turn.

import { spawn } from 'node:child_process';

const EXEC_TIMEOUT_MS = 120_000;

/** @param {import('./codex-home.mjs').CodexHome} home @param {readonly string[]} args @returns {Promise<void>} */
export async function runExec(home, args) {
  const child = spawn(home.binary, ['exec', '--skip-git-repo-check', ...args], {
    cwd: home.project,
    env: home.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: EXEC_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr = (stderr + chunk).slice(-4000)));
  const status = await new Promise((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  if (status !== 0) throw new Error(`codex exec ${args.join(' ')} ended with ${status}: ${stderr}`);
}
