// Runs one command of Codex offline, in a folder of its own.

import { spawn } from 'node:child_process';

const TIMEOUT_MS = 60_000;

/**
 * @param {string} codex @param {readonly string[]} args
 * @param {{ home: string, cwd: string, env?: NodeJS.ProcessEnv }} place
 * @returns {Promise<{ stdout: string, stderr: string, code: number | null }>}
 */
export async function runCodex(codex, args, { home, cwd, env }) {
  const { TMPDIR: _, ...inherited } = process.env;
  const child = spawn(codex, args, {
    cwd,
    env: { ...inherited, CODEX_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { stdout, stderr, code };
}
