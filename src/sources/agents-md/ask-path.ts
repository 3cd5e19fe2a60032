/** What is at a path, as the search for AGENTS.md asks it: every answer but "nothing" and "this" is a problem. */

import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AgentsMdProblem } from '../../contract/agents-md.js';
import { systemCode } from '../read-file.js';

/** Gives up what is being looked for; caught where the rules say what that means. */
export class AgentsMdFailure extends Error {
  override readonly name = 'AgentsMdFailure';
  readonly problem: AgentsMdProblem;

  constructor(problem: AgentsMdProblem, cause: unknown) {
    super(`${problem.path}: ${problem.code}`, { cause });
    this.problem = problem;
  }
}

/**
 * What is at a path, links followed; undefined when there is nothing, or a link that leads nowhere.
 * @throws AgentsMdFailure for any other answer of the system
 */
export function askPath(path: string, doing: AgentsMdProblem['doing']): Stats | undefined {
  return orProblem({ path, doing }, () => statSync(path));
}

/**
 * Does something at a path; undefined when there is nothing there.
 * @throws AgentsMdFailure for any other answer of the system
 */
export function orProblem<Result>(
  { path, doing }: Pick<AgentsMdProblem, 'path' | 'doing'>,
  operation: () => Result,
): Result | undefined {
  try {
    return operation();
  } catch (error) {
    // A path with a NUL never reaches the system, whose name for it is taken.
    const code = systemCode(error) ?? (path.includes('\0') ? 'EINVAL' : undefined);
    if (code === undefined) throw error;
    if (code === 'ENOENT') return undefined;
    throw new AgentsMdFailure({ path, code, doing }, error);
  }
}

/**
 * A name or path in a directory: `.` and `..` are taken out without asking the file system, an absolute path stands
 * for itself. Tabs and line ends in the name are dropped, as they are where paths are read as URLs (measured).
 */
export function pathIn(directory: string, name: string): string {
  return resolve(directory, name.replaceAll(/[\t\n\r]/g, ''));
}
