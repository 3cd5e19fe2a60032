/** Which file of a directory is its AGENTS.md document (spec 2 §1.4). */

import { lstatSync, statSync, type Stats } from 'node:fs';
import type { AgentsMdSkip } from '../../contract/agents-md.js';
import type { RulesProfile } from '../../contract/rules.js';
import { trimEnd, trimStart } from '../../contract/white-space.js';
import { askPath, pathIn } from './ask-path.js';

/** The names of a user's or a project's document, first the one that is preferred. */
export const documentNames = ['AGENTS.override.md', 'AGENTS.md'] as const;

export interface FoundFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** A name that is there but is not the document. */
export interface PassedFile {
  readonly path: string;
  readonly sizeBytes?: number;
  readonly skipped: AgentsMdSkip;
}

export interface ChosenDocument {
  /** The first regular file, blank or not. */
  readonly file?: FoundFile;
  readonly passed: readonly PassedFile[];
}

/** The names a document may have: the fixed ones, then the fallbacks that are new and that the rules take. */
export function candidateNames(
  fallbackNames: readonly string[],
  rules: Pick<RulesProfile, 'fallbackPaths'>,
): readonly string[] {
  const fallbacks = fallbackNames
    .map((name) => trimEnd(trimStart(name)))
    .filter((name) => name !== '' && (rules.fallbackPaths || isPlainName(name)));
  return [...new Set([...documentNames, ...fallbacks])];
}

/**
 * Looks for the document of a directory under each name in order.
 * @throws AgentsMdFailure when a name can't be asked for before the document is found
 */
export function chooseDocument(directory: string, names: readonly string[]): ChosenDocument {
  const passed: PassedFile[] = [];
  for (const [index, name] of names.entries()) {
    const path = pathIn(directory, name);
    const stats = askPath(path, 'looking for a document');
    if (stats?.isFile() === true) {
      const rest = names.slice(index + 1).map((other) => pathIn(directory, other));
      return {
        file: { path, sizeBytes: stats.size },
        passed: [...passed, ...hiddenFiles(rest, path)],
      };
    }
    const skipped = whyNoFile(path, stats);
    if (skipped !== undefined) passed.push({ path, skipped });
  }
  return { passed };
}

function isPlainName(name: string): boolean {
  return !/[/\0]/.test(name) && name !== '.' && name !== '..';
}

/** Undefined when the name does not exist. */
export function whyNoFile(path: string, stats: Stats | undefined): AgentsMdSkip | undefined {
  if (stats !== undefined) return { why: 'not_a_file' };
  return lstatSync(path, { throwIfNoEntry: false }) && { why: 'dangling_link' };
}

/** Files that would have been the document. Codex does not look for them: what can't be asked for is no problem. */
function hiddenFiles(paths: readonly string[], by: string): readonly PassedFile[] {
  return paths.flatMap((path) => {
    const sizeBytes = sizeOfFile(path);
    return sizeBytes === undefined || path === by
      ? []
      : [{ path, sizeBytes, skipped: { why: 'hidden', by } }];
  });
}

function sizeOfFile(path: string): number | undefined {
  if (path.includes('\0')) return undefined;
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.size : undefined;
  } catch {
    return undefined;
  }
}
