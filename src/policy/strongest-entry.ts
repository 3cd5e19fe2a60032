/** Which of a policy's entries decides about a path: the one that names most of it (spec 2 §3.5). */

import { isWithin, pathComponents } from './lexical-path.js';
import type { Target } from './resolve-policy.js';

/** Of entries for the same place, a denial goes before permission to write, that before permission to read. */
const weights = { deny: 2, write: 1, read: 0 } as const;

/** @returns undefined where no entry is about the path, which denies it */
export function strongestAt(targets: readonly Target[], path: string): Target | undefined {
  let best: Target | undefined;
  let bestLength = 0;
  for (const target of targets) {
    if (!isWithin(path, target.path)) continue;
    const { length } = pathComponents(target.path);
    const wins =
      best === undefined ||
      length > bestLength ||
      (length === bestLength && weights[target.access] > weights[best.access]);
    if (wins) [best, bestLength] = [target, length];
  }
  return best;
}
