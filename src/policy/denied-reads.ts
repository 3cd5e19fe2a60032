/** What a policy keeps from being read (spec 2 §3.5, §4.5). */

import { compareBytes } from './lexical-path.js';
import { accessAt } from './path-access.js';
import { restrictedFiles } from './profile.js';
import type { ResolvedPolicy } from './resolve-policy.js';

export interface DeniedReads {
  /** In the order of the entries; the root of the disk is never among them. */
  readonly paths: readonly string[];
  /** Patterns, in the order of their bytes. */
  readonly globs: readonly string[];
}

export function deniedReads(policy: ResolvedPolicy): DeniedReads {
  const entries = restrictedFiles(policy.profile)?.entries ?? [];
  const paths = policy.targets
    .filter(({ path, access }) => access === 'deny' && path !== '/')
    .map(({ path }) => path)
    .filter((path) => accessAt(policy, path).access === 'deny');
  const globs = entries.flatMap(({ path, access }) =>
    access === 'deny' && path.type === 'glob' ? [path.pattern] : [],
  );
  return { paths: [...new Set(paths)], globs: [...new Set(globs)].toSorted(compareBytes) };
}
