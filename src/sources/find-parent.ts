/** Where the rollout of a thread is that another one was forked from: among the job's inputs, beside the child, or in its sessions tree. */

import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import { sortByCodePoints } from '../contract/code-point-order.js';
import { readable } from './read-file.js';
import { HeadReader } from './read-head.js';
import {
  encodingOf,
  fileIdOf,
  isRolloutName,
  threadIdOf,
  type InputEncoding,
} from './rollout-name.js';

export interface ParentFile {
  readonly path: string;
  readonly encoding: InputEncoding;
}

/** Paths by the id that children name them by; of several files with one id, the first. */
type ThreadPaths = ReadonlyMap<string, string>;

/**
 * Finds parents' rollouts. Folders are listed when they are first needed and remembered: one finder a job and thread.
 */
export class ParentFinder {
  readonly #jobPaths: Iterable<string>;
  readonly #lists = new Map<string, ThreadPaths>();
  readonly #heads = new HeadReader();

  /** `jobPaths` are the job's inputs; they are looked at when a parent is first asked for. */
  constructor(jobPaths: Iterable<string>) {
    this.#jobPaths = jobPaths;
  }

  /**
   * The rollout of thread `threadId`, for its child at `childPath`; undefined when there is none. Of a thread in
   * segments, each is found by its own id.
   *
   * Looked for, in this order: by file name among the job's inputs, beside the child and in the sessions tree the
   * child lies in, archived sessions included; then by the first line of the files beside the child. What cannot be
   * read counts as not there.
   */
  find(threadId: string, childPath: string): ParentFile | undefined {
    const child = resolve(childPath);
    for (const paths of this.#places(dirname(child))) {
      const path = paths.get(threadId.toLowerCase());
      if (path !== undefined && resolve(path) !== child) {
        return { path, encoding: encodingOf(path) };
      }
    }
    return undefined;
  }

  *#places(folder: string): Generator<ThreadPaths> {
    yield this.#remembered('job', () => byName(this.#jobPaths));
    yield this.#remembered(`names of ${folder}`, () => byName(rolloutsIn(folder)));
    const root = sessionsRoot(folder);
    if (root !== undefined) {
      yield this.#remembered(`tree of ${root}`, () => byName(rolloutsInTree(root)));
    }
    yield this.#remembered(`heads of ${folder}`, () =>
      byId(rolloutsIn(folder).filter(isWholeThread), (path) =>
        this.#heads.threadIdOf(path, encodingOf(path)),
      ),
    );
  }

  #remembered(key: string, list: () => ThreadPaths): ThreadPaths {
    const paths = this.#lists.get(key) ?? list();
    this.#lists.set(key, paths);
    return paths;
  }
}

function byName(paths: Iterable<string>): ThreadPaths {
  return byId(paths, (path) => fileIdOf(basename(path)));
}

/** A segment starts with the id of its thread too, but is only part of it. */
function isWholeThread(path: string): boolean {
  return fileIdOf(basename(path)) === threadIdOf(basename(path));
}

function byId(paths: Iterable<string>, idOf: (path: string) => string | undefined): ThreadPaths {
  const known = new Map<string, string>();
  for (const path of paths) {
    const id = idOf(path)?.toLowerCase();
    if (id !== undefined && !known.has(id)) known.set(id, path);
  }
  return known;
}

const dateLevels = 3;
const sessionsName = 'sessions';
const archiveName = 'archived_sessions';

/** The folder above that is called `sessions`, or that holds the `YYYY/MM/DD` folder a rollout lies in. */
function sessionsRoot(folder: string): string | undefined {
  let above = folder;
  for (let level = 0; level <= dateLevels; level++) {
    const name = basename(above);
    if (name === sessionsName || name === archiveName || level === dateLevels) return above;
    if (!isDatePart(name)) return undefined;
    above = dirname(above);
  }
  return undefined;
}

/** Rollouts of a sessions folder, then of the archive beside it, which has no date folders; from an archive the other way round. */
function rolloutsInTree(root: string): string[] {
  const other = join(dirname(root), basename(root) === archiveName ? sessionsName : archiveName);
  return [root, other].flatMap((tree) => rolloutsByDate(tree, dateLevels));
}

function rolloutsByDate(folder: string, levelsBelow: number): string[] {
  const own = rolloutsIn(folder);
  if (levelsBelow === 0) return own;
  const dates = entriesOf(folder).filter((name) => isDatePart(name));
  return [...own, ...dates.flatMap((name) => rolloutsByDate(join(folder, name), levelsBelow - 1))];
}

function rolloutsIn(folder: string): string[] {
  return entriesOf(folder)
    .filter(isRolloutName)
    .map((name) => join(folder, name));
}

function isDatePart(name: string): boolean {
  return /^\d{2}(?:\d{2})?$/.test(name);
}

/** Names in a folder by code points: a plain file comes before its compressed twin, an early segment before a late one. */
function entriesOf(folder: string): readonly string[] {
  try {
    return sortByCodePoints(readable(() => readdirSync(folder)));
  } catch (error) {
    // A parent that is looked for may be anywhere: the caller reports when it was nowhere.
    if (error instanceof PromptmillError) return [];
    throw error;
  }
}
