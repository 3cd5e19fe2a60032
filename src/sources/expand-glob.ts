/** Globs: whether a text is one, and the files it stands for. */

import { globSync, isDynamicPattern } from 'tinyglobby';
import { sortByCodePoints } from '../contract/code-point-order.js';
import { joinPath } from './walk-folder.js';

/** Whether a text has parts that stand for more than themselves (`*`, `?`, `[…]`, `{…}`, `**`). */
export function isGlob(text: string): boolean {
  return isDynamicPattern(text);
}

/** Paths of the files a glob matches, written as the glob is (relative or absolute), by code points. */
export function expandGlob(glob: string): readonly string[] {
  const { base, pattern } = splitGlob(glob);
  const matches = globSync(pattern, {
    cwd: base === '' ? '.' : base,
    expandDirectories: false,
    onlyFiles: true,
  });
  return sortByCodePoints(matches).map((match) => joinPath(base, match));
}

/** The folders before the first special part are where the search starts: outside of it would be slow. */
function splitGlob(glob: string): { readonly base: string; readonly pattern: string } {
  const special = glob.search(/[*?[\]{}()!+@\\]/);
  const slash = glob.lastIndexOf('/', special === -1 ? glob.length : special);
  if (slash === -1) return { base: '', pattern: glob };
  return { base: slash === 0 ? '/' : glob.slice(0, slash), pattern: glob.slice(slash + 1) };
}
