// Finds the Codex binary of a release, or installs it outside this repository's own dependencies.

import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const INSTALL_TIMEOUT_MS = 600_000;

/**
 * `missing` says why there is no binary; a binary of another version is an error.
 * @param {import('./releases.mjs').Release} release
 * @returns {Promise<{ binary: string } | { missing: string }>}
 */
export async function installCodex({ version, binaryVariable }) {
  const named = process.env[binaryVariable];
  if (named !== undefined) return { binary: await checkVersion(named, version) };

  const prefix = join(
    process.env.PROMPTMILL_REF_DIR ?? join(tmpdir(), 'promptmill-codex'),
    version,
  );
  const binary = join(prefix, 'node_modules', '.bin', 'codex');
  if (await exists(binary)) return { binary: await checkVersion(binary, version) };
  try {
    await mkdir(prefix, { recursive: true });
    const args = [
      'install',
      '--prefix',
      prefix,
      '--no-audit',
      '--no-fund',
      `@openai/codex@${version}`,
    ];
    await run('npm', args, { timeout: INSTALL_TIMEOUT_MS });
  } catch (error) {
    const why = `@openai/codex@${version} can't be installed: ${explain(error)}`;
    return { missing: `${why}; ${binaryVariable} may name a binary` };
  }
  return { binary: await checkVersion(binary, version) };
}

/** @param {string} binary @param {string} version */
async function checkVersion(binary, version) {
  const { stdout } = await run(binary, ['--version']);
  if (!stdout.trim().endsWith(` ${version}`)) {
    throw new Error(`${binary} is ${stdout.trim()}, expected ${version}`);
  }
  return binary;
}

/** What npm said first; its last words only name a log. @param {unknown} error */
function explain(error) {
  const text = error instanceof Error ? error.message : String(error);
  const said = text.split('\n').filter((line) => line.startsWith('npm error'));
  return said.slice(0, 3).join(', ').replaceAll('npm error ', '') || text.trim();
}

/** @param {string} path */
async function exists(path) {
  try {
    await access(path);
    return true;
  } catch {
    return false; // the only use of this answer is to install
  }
}
