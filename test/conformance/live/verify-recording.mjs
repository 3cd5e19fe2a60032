// Hands a recorded folder to `promptmill verify` and reads its count.

import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROMPTMILL = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

const VERIFY_TIMEOUT_MS = 300_000;

/** @typedef {{ equal: number, total: number, output: string }} Verdict `output` explains what differs */

/**
 * @param {import('./record-scenario.mjs').Recording} recording
 * @param {string | undefined} pack a folder of Codex's own texts
 * @returns {Promise<Verdict>}
 */
export async function verifyRecording({ folder, catalog, inferences }, pack) {
  const rollouts = await findRollouts(join(folder, 'sessions'));
  const args = [
    PROMPTMILL,
    'verify',
    ...rollouts,
    '--trace',
    join(folder, 'trace'),
    '--catalog',
    catalog,
    ...(pack === undefined ? [] : ['--pack', pack]),
  ];
  const { status, output } = await run(args);
  const { equal, total } = readCount(output);
  if (total < inferences) {
    return {
      equal,
      total: inferences,
      output: `${output}\nthe trace holds ${inferences} requests, ${total} were compared`,
    };
  }
  if (status !== 0 && equal === total) {
    return { equal: 0, total, output: `${output}\nverify ended with ${status}` };
  }
  return { equal, total, output };
}

/** @param {string} sessions @returns {Promise<string[]>} */
async function findRollouts(sessions) {
  const names = await readdir(sessions, { recursive: true });
  return names
    .filter((name) => /\.jsonl(\.zst)?$/.test(name))
    .toSorted()
    .map((name) => join(sessions, name));
}

/** @param {readonly string[]} args @returns {Promise<{ status: unknown, output: string }>} */
function run(args) {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { timeout: VERIFY_TIMEOUT_MS, maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        resolve({
          status: error === null ? 0 : (error.code ?? error.signal),
          output: `${stdout}${stderr}`,
        });
      },
    );
  });
}

/** The last `equal N of M`. @param {string} output */
function readCount(output) {
  const last = [...output.matchAll(/\bequal (\d+) of (\d+)/g)].at(-1);
  return { equal: Number(last?.[1] ?? 0), total: Number(last?.[2] ?? 0) };
}
