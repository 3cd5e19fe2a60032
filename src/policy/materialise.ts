/** Puts the workspace roots into a profile: each entry about them becomes one entry a root (spec 2 §2.2, §2.3). */

import { joinPath } from './lexical-path.js';
import { type Entry, type RestrictedFiles, rootsGlobPrefix } from './profile.js';

export interface WorkspaceRoots {
  /** What the session works in, the working directory first; entries for them stand where the profile has its own. */
  readonly session: readonly string[];
  /** Roots that the profile itself adds; entries for them stand at the end. */
  readonly added: readonly string[];
}

/** @returns the files with no entry twice; entries about workspace roots are kept as they are where there is no root */
export function materialise(files: RestrictedFiles, roots: WorkspaceRoots): RestrictedFiles {
  const inPlace = files.entries.flatMap((entry) =>
    roots.session.length > 0 && isAboutRoots(entry) ? below(entry, roots.session) : [entry],
  );
  const atEnd = files.entries.filter(isAboutRoots).flatMap((entry) => below(entry, roots.added));
  return { ...files, entries: withoutRepeats([...inPlace, ...atEnd]) };
}

function isAboutRoots({ path }: Entry): boolean {
  if (path.type === 'glob') return path.pattern.startsWith(rootsGlobPrefix);
  return path.type === 'special' && path.value.kind === 'project_roots';
}

function below({ path, access }: Entry, roots: readonly string[]): Entry[] {
  if (path.type === 'glob') {
    const pattern = path.pattern.slice(rootsGlobPrefix.length);
    return roots.map((root) => ({
      path: { type: 'glob', pattern: joinPath(root, pattern) },
      access,
    }));
  }
  const subpath =
    path.type === 'special' && path.value.kind === 'project_roots' ? path.value.subpath : undefined;
  return roots.map((root) => ({
    path: { type: 'path', path: joinPath(root, subpath ?? '.') },
    access,
  }));
}

function withoutRepeats(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = JSON.stringify(entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
