/** Paths as text: what can be said of them without a disk. POSIX paths, and Windows ones with a drive or a share. */

const windowsRoot = /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]?)/;

/** A path cut at its separators: the root first, then names. */
interface CutPath {
  readonly root: string;
  readonly separator: '/' | '\\';
  readonly names: readonly string[];
}

export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || windowsRoot.test(path);
}

/** The absolute path without `.`, `..`, doubled and trailing separators; links are not looked at. */
export function normalisePath(path: string): string {
  const { root, separator, names } = cut(path);
  const kept: string[] = [];
  for (const name of names) {
    if (name === '..') kept.pop();
    else if (name !== '.') kept.push(name);
  }
  return root + kept.join(separator);
}

/** `path` below `base`; an absolute `path` stands for itself. */
export function joinPath(base: string, path: string): string {
  if (isAbsolutePath(path)) return normalisePath(path);
  return normalisePath(`${base}${cut(base).separator}${path}`);
}

/** The root and the names of an absolute path. */
export function pathComponents(path: string): readonly string[] {
  const { root, names } = cut(path);
  return [root, ...names];
}

/** Whether `path` is `base` or lies below it, by whole components. */
export function isWithin(path: string, base: string): boolean {
  const own = pathComponents(path);
  return pathComponents(base).every((name, index) => own[index] === name);
}

/** Order by components, each by its bytes: `/a/b` before `/a-b`. */
export function comparePaths(left: string, right: string): number {
  const [own, other] = [pathComponents(left), pathComponents(right)];
  for (const [index, name] of own.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    const order = compareBytes(name, against);
    if (order !== 0) return order;
  }
  return own.length - other.length;
}

/** Order of strings by their bytes in UTF-8. */
export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function cut(path: string): CutPath {
  const root = windowsRoot.exec(path)?.[0];
  if (root !== undefined) {
    return { root, separator: '\\', names: namesOf(path.slice(root.length), /[\\/]/) };
  }
  return { root: path.startsWith('/') ? '/' : '', separator: '/', names: namesOf(path, '/') };
}

function namesOf(text: string, separator: string | RegExp): string[] {
  return text.split(separator).filter((name) => name !== '');
}
