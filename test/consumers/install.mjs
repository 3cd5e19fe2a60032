// Installs the programs that exports are made for, and makes the exports they are given.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPO = fileURLToPath(new URL('../..', import.meta.url));

const CLI = join(REPO, 'dist', 'cli', 'main.js');
const SESSIONS = join(REPO, 'scripts', 'demo', 'sessions');

/** A program is not to be had here: no failure of an export. */
export class NotInstalled extends Error {}

/**
 * Exports the demo sessions.
 *
 * @param {string} work folder of the consumer
 * @param {string} format
 * @param {readonly string[]} [flags]
 * @returns {string} the export's folder
 */
export function exportDemo(work, format, flags = []) {
  const out = join(work, `out-${format}${flags.join('').replaceAll(/[^a-z]/g, '')}`);
  const args = ['export', '--to', format, '--out', out, '--force', ...flags, SESSIONS];
  run(process.execPath, [CLI, ...args], { cwd: work });
  return out;
}

/**
 * A Python environment with packages, made once.
 *
 * @param {string} work
 * @param {readonly string[]} packages as pip takes them
 * @returns {(args: readonly string[], cwd?: string) => string} runs Python and returns what it prints
 */
export function python(work, packages) {
  const venv = join(work, 'venv');
  const bin = join(venv, process.platform === 'win32' ? 'Scripts' : 'bin');
  const program = join(bin, 'python');
  installOnce(work, packages, () => {
    rmSync(venv, { recursive: true, force: true });
    run('python3', ['-m', 'venv', venv]);
    run(program, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
  });
  // What needs the network to count or to tell of itself does without.
  const env = {
    ...process.env,
    HF_HUB_OFFLINE: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUTF8: '1',
  };
  return (args, cwd = work) => run(program, args, { cwd, env });
}

/**
 * npm packages in a folder of their own, made once.
 *
 * @param {string} work
 * @param {readonly string[]} packages as npm takes them
 * @returns {string} the folder that holds `node_modules`
 */
export function npm(work, packages) {
  const prefix = join(work, 'npm');
  installOnce(work, packages, () => {
    rmSync(prefix, { recursive: true, force: true });
    mkdirSync(prefix, { recursive: true });
    writeFileSync(join(prefix, 'package.json'), '{"private":true,"type":"module"}\n');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    run('npm', ['install', ...quiet, '--prefix', prefix, ...packages]);
  });
  return prefix;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {string} what it prints; throws when it ends with an error
 */
export function run(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (done.error !== undefined) throw done.error;
  if (done.status !== 0) {
    const said = `${done.stdout}\n${done.stderr}`.trim().slice(-3000);
    throw new Error(`${program} ${args.slice(0, 3).join(' ')} ended with ${done.status}: ${said}`);
  }
  return done.stdout;
}

/** @param {string} work  @param {readonly string[]} packages  @param {() => void} install */
function installOnce(work, packages, install) {
  const stamp = join(work, `installed-${packages.join('-').replaceAll(/[^\w.-]/g, '_')}`);
  if (existsSync(stamp)) return;
  try {
    install();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new NotInstalled(`${packages.join(', ')}: ${said.slice(-300)}`);
  }
  writeFileSync(stamp, '');
}
