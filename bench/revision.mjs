// Which source was measured: the commit, with a plus when src/ has changed since.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const repo = fileURLToPath(new URL('..', import.meta.url));

/** @returns {string} `unknown` outside of a repository */
export function revision() {
  const commit = git('rev-parse', '--short', 'HEAD');
  if (commit === undefined) return 'unknown';
  return git('status', '--porcelain', '--', 'src') === '' ? commit : `${commit}+`;
}

/** @param {...string} args */
function git(...args) {
  // Without locks: others may be at work in the same tree.
  const run = spawnSync('git', ['--no-optional-locks', ...args], { cwd: repo, encoding: 'utf8' });
  return run.status === 0 ? run.stdout.trim() : undefined;
}
