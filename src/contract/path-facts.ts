/** What a policy has to know of the disk it is told for (spec 2 §3.5); `sources/path-facts` reads it from the real one. */

export type PathKind = 'file' | 'directory' | 'missing';

export interface PathFacts {
  /** What stands at an absolute path, links followed; whatever is no directory counts as a file. */
  readonly kindOf: (path: string) => PathKind;
  /** The existing directory that a `.git` pointer file names; undefined when it names none. */
  readonly gitDirOf: (path: string) => string | undefined;
  /** `$TMPDIR` as it is set. */
  readonly tmpDir?: string;
  /** The home directory, for paths that begin with `~`. */
  readonly home?: string;
}

/** A disk of which only the usual is known: `/tmp` is a directory, `$TMPDIR` is not set. */
export const usualPathFacts: PathFacts = {
  kindOf: (path) => (path === '/tmp' ? 'directory' : 'missing'),
  gitDirOf: () => undefined,
};
