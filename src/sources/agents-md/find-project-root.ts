/** Which directories' AGENTS.md count for a working directory (spec 2 §1.3). */

import { dirname } from 'node:path';
import type { RulesProfile } from '../../contract/rules.js';
import { AgentsMdFailure, askPath, pathIn } from './ask-path.js';

/**
 * The nearest of a directory and those above it that holds one of the markers; undefined when none does. The walk is
 * over the words of the path: links in it are not followed upwards.
 *
 * @param cwd absolute, without `.` and `..`
 * @throws AgentsMdFailure
 */
export function findProjectRoot(
  cwd: string,
  markers: readonly string[],
  rules: Pick<RulesProfile, 'markerErrorsAbort'>,
): string | undefined {
  return upwardsFrom(cwd).find((directory) =>
    markers.some((marker) => hasMarker(pathIn(directory, marker), rules)),
  );
}

/** The directories from the project's root down to the working directory, or that one alone. */
export function projectDirectories(cwd: string, root: string | undefined): readonly string[] {
  const upwards = upwardsFrom(cwd);
  return upwards.slice(0, upwards.indexOf(root ?? cwd) + 1).toReversed();
}

/** A directory and those above it. */
function upwardsFrom(directory: string): readonly string[] {
  const directories = [directory];
  for (let above = dirname(directory); above !== directories.at(-1); above = dirname(above)) {
    directories.push(above);
  }
  return directories;
}

/** Anything counts as a marker: a file, a directory, a pipe. */
function hasMarker(path: string, rules: Pick<RulesProfile, 'markerErrorsAbort'>): boolean {
  try {
    return askPath(path, 'looking for a project root') !== undefined;
  } catch (error) {
    if (!(error instanceof AgentsMdFailure)) throw error;
    // No rules let a path pass that no system would take.
    if (rules.markerErrorsAbort || error.problem.code === 'EINVAL') throw error;
    return false;
  }
}
