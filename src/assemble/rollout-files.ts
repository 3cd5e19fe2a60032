/** Opens rollouts and finds their parents for one thread's sessions. */

import { ParentFinder } from '../sources/find-parent.js';
import { encodingOf } from '../sources/rollout-name.js';
import type { RolloutReader } from '../sources/rollout-reader.js';
import type { RolloutFiles } from './open-with-parents.js';

/** @param jobPaths the job's inputs, among which parents are looked for first; may still grow */
export function rolloutFiles(reader: RolloutReader, jobPaths: Iterable<string>): RolloutFiles {
  const parents = new ParentFinder(jobPaths);
  return {
    open: (file) => reader.open(file, encodingOf(file)),
    findParent: (threadId, child) => parents.find(threadId, child)?.path,
  };
}
