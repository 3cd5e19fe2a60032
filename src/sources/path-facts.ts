/** What a policy has to know of this machine's disk: what stands where, and where `.git` files point. */

import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { PathFacts, PathKind } from '../contract/path-facts.js';

/** How a `.git` file of a linked worktree begins. */
const pointer = 'gitdir:';

/** Facts of the real disk; `tmpDir` and `home` are the caller's, who knows the environment. */
export function diskFacts(environment: {
  readonly tmpDir?: string;
  readonly home?: string;
}): PathFacts {
  return { kindOf, gitDirOf, ...environment };
}

/** What can't be looked at counts as missing: a policy protects what it can see. */
function kindOf(path: string): PathKind {
  const stats = statOf(path);
  if (stats === undefined) return 'missing';
  return stats.isDirectory() ? 'directory' : 'file';
}

function statOf(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function gitDirOf(path: string): string | undefined {
  const text = textOf(path)?.trim();
  if (text === undefined || !text.startsWith(pointer)) return undefined;
  const target = resolve(dirname(path), text.slice(pointer.length).trim());
  return kindOf(target) === 'missing' ? undefined : target;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
