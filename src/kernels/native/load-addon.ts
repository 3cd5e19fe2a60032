/** Finds the native addon: built beside this checkout, or installed as the package of this platform. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { codeRoot } from '../../contract/code-root.js';

/** What `native/node` exports. */
export interface Addon {
  readonly NativeScanner: new (atomNames: Uint8Array) => AddonScanner;
}

export interface AddonScanner {
  /**
   * @param memory four words that are reported in, then the tape
   * @param flags 1: the line ends at `to` · 2: forget the last value first
   * @returns how far it read, -1 when the tape is full, -2 on a fault
   */
  step(
    bytes: Uint8Array,
    memory: Uint32Array,
    from: number,
    to: number,
    offset: number,
    flags: number,
  ): number;
  /**
   * @param bounds two words a line: where it begins and ends in `bytes`
   * @param reports four words a line: its first token, its tokens, its fault or 0, where that was met
   * @param tape filled from its start by the lines from `first` on
   * @returns how many lines, counted from the first of all, are done: less than `count` when the tape is full
   */
  scanLines(
    bytes: Uint8Array,
    bounds: Uint32Array,
    reports: Uint32Array,
    tape: Uint32Array,
    first: number,
    count: number,
  ): number;
}

/** On Linux both C libraries are tried: only the one whose package was installed is there. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  linux: ['-gnu', '-musl'],
  win32: ['-msvc'],
};

/** @throws Error that says where it was looked for, or why it did not load */
export function loadAddon(): Addon {
  const load = createRequire(import.meta.url);
  const platforms = (libraries[process.platform] ?? ['']).map(
    (library) => `${process.platform}-${process.arch}${library}`,
  );
  for (const platform of platforms) {
    const built = fileURLToPath(new URL(`../native/node/promptmill.${platform}.node`, codeRoot));
    if (existsSync(built)) return checked(load(built));
  }
  const packages = platforms.map((platform) => `promptmill-${platform}`);
  for (const name of packages) {
    if (isInstalled(load, name)) return checked(load(name));
  }
  throw new Error(`not built (npm run build:native), and ${packages.join(' or ')} not installed`);
}

function isInstalled(load: NodeJS.Require, name: string): boolean {
  try {
    load.resolve(name);
    return true;
  } catch {
    // Not there: the one thing that `resolve` fails for.
    return false;
  }
}

function checked(module: unknown): Addon {
  if (!isAddon(module)) throw new Error('the addon is of another version: it has no NativeScanner');
  return module;
}

function isAddon(module: unknown): module is Addon {
  return (
    typeof module === 'object' &&
    module !== null &&
    'NativeScanner' in module &&
    typeof module.NativeScanner === 'function'
  );
}
