// Finds cargo, on the path or where rustup puts it.

import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** @returns {{ readonly cargo: string, readonly version: string } | undefined} the version is rustc's, as `1.95.0` */
export function findRust() {
  for (const folder of ['', join(homedir(), '.cargo', 'bin')]) {
    const version = spawnSync(join(folder, 'rustc'), ['--version'], { encoding: 'utf8' });
    const number = /^rustc (\S+)/.exec(version.stdout ?? '')?.[1];
    const cargo = join(folder, 'cargo');
    if (number !== undefined && spawnSync(cargo, ['--version']).status === 0) {
      return { cargo, version: number };
    }
  }
  return undefined;
}
