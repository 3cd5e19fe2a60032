/** From what the user named (files, folders, globs, lists of paths) to the rollouts of a job, in an order only names decide. */

import { lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { PromptmillError, type ErrorRecord } from '../contract/errors.js';
import { readable } from './read-file.js';
import { encodingOf, isRolloutName, plainPathOf, type InputEncoding } from './rollout-name.js';
import { joinPath, walkFolder } from './walk-folder.js';

/** A path or glob, or a list of paths. */
export type InputSpec = string | PathList;

/** Paths of files and folders, one a line, taken as they are: no globs. Blank lines are skipped. */
export interface PathList {
  /** What messages call the list. */
  readonly name: string;
  readonly lines: Iterable<string> | AsyncIterable<string>;
}

export interface InputFile {
  /** As shown to people: the way it was named, with `/` below a named folder. */
  readonly path: string;
  /** Size on disk, compressed or not; 0 for a pipe. */
  readonly sizeBytes: number;
  readonly encoding: InputEncoding;
}

/** A rollout, or what stands in its place because something named was not there or cannot be read. */
export type FoundInput =
  | { readonly kind: 'file'; readonly file: InputFile }
  | { readonly kind: 'error'; readonly error: ErrorRecord };

/** A rollout left out because the same one is there less compressed. */
export interface PassedOver {
  readonly path: string;
  readonly keptPath: string;
}

export interface FoundInputs {
  readonly inputs: readonly FoundInput[];
  readonly passedOver: readonly PassedOver[];
}

/**
 * Finds the rollouts that `specs` name.
 *
 * They come in the order of the specs; within a folder or glob by code point of the relative path. A named file is
 * taken whatever its name is; folders and globs give `.jsonl`, `.jsonl.gz` and `.jsonl.zst`. No file comes twice, not
 * even under two names, and of `x.jsonl`, `x.jsonl.zst` and `x.jsonl.gz` only the first that is there. What matches
 * nothing or cannot be read is an error record in its place.
 */
export async function findInputs(specs: readonly InputSpec[]): Promise<FoundInputs> {
  const collector = new InputCollector();
  for (const spec of specs) {
    if (typeof spec !== 'string') {
      for await (const line of spec.lines) collector.addLine(line, spec.name);
    } else if (isPlain(spec)) {
      collector.addPath(spec);
    } else {
      // Most jobs name no glob, and the library takes its time to load.
      const { expandGlob, isGlob } = await import('./expand-glob.js');
      if (isGlob(spec)) collector.addGlob(() => expandGlob(spec), spec);
      else collector.addPath(spec);
    }
  }
  return collector.finish();
}

/** Whether a text names one path: it has nothing a glob is made of, or is the name of something that is there. */
function isPlain(spec: string): boolean {
  return !/[*?[\]{}()!+@\\]/.test(spec) || lookAt(spec) !== undefined;
}

interface Collected {
  readonly input: FoundInput;
  /** What tells one file from another: its real path; undefined for an error. */
  readonly identity: string | undefined;
}

class InputCollector {
  readonly #collected: Collected[] = [];
  readonly #identities = new Set<string>();
  readonly #realFolders = new Map<string, string>();

  addPath(path: string): void {
    this.#recording(path, () => this.#addPath(path, 'there is no such file or folder'));
  }

  addGlob(expand: () => readonly string[], glob: string): void {
    this.#recording(glob, () => {
      const matches = expand();
      const rollouts = matches.filter(isRolloutName);
      for (const path of rollouts) {
        this.#recording(path, () => this.#addPath(path, 'the file vanished'));
      }
      if (rollouts.length === 0) {
        throw notFound(`the glob matches ${matches.length} files, none of them a rollout`);
      }
    });
  }

  addLine(line: string, listName: string): void {
    const path = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (path.trim() === '') return;
    this.#recording(path, () =>
      this.#addPath(path, `there is no such file or folder (listed in ${listName})`),
    );
  }

  /** Everything collected, but of files that differ only in compression just the least compressed. */
  finish(): FoundInputs {
    const kept = new Map<string, InputFile>();
    for (const { input, identity } of this.#collected) {
      if (input.kind === 'error' || identity === undefined) continue;
      const rollout = plainPathOf(identity);
      const rival = kept.get(rollout);
      if (rival === undefined || preference(input.file) < preference(rival)) {
        kept.set(rollout, input.file);
      }
    }
    const inputs: FoundInput[] = [];
    const passedOver: PassedOver[] = [];
    for (const { input, identity } of this.#collected) {
      const keptFile = identity === undefined ? undefined : kept.get(plainPathOf(identity));
      if (input.kind === 'error' || keptFile === undefined || keptFile === input.file) {
        inputs.push(input);
      } else passedOver.push({ path: input.file.path, keptPath: keptFile.path });
    }
    return { inputs, passedOver };
  }

  #addPath(path: string, absence: string): void {
    const seen = lookAt(path);
    if (seen === undefined) throw notFound(absence);
    if (seen.stats.isDirectory()) this.#addFolder(path);
    else this.#addFile(path, seen);
  }

  #addFolder(folder: string): void {
    const { files, errors } = walkFolder(folder);
    for (const error of errors) this.#addError(error);
    for (const file of files) {
      const path = joinPath(folder, file);
      this.#recording(path, () =>
        this.#addPath(path, 'the file vanished, or is a link that leads nowhere'),
      );
    }
    if (files.length + errors.length === 0) {
      throw notFound('the folder holds no .jsonl, .jsonl.gz or .jsonl.zst file');
    }
  }

  #addFile(path: string, seen: Seen): void {
    const identity = this.#identityOf(path, seen);
    if (this.#identities.has(identity)) return;
    this.#identities.add(identity);
    const file = {
      path,
      sizeBytes: seen.stats.isFile() ? seen.stats.size : 0,
      encoding: encodingOf(path),
    };
    this.#collected.push({ input: { kind: 'file', file }, identity });
  }

  /** The real path. Asked of the system once a folder, not once a file: that halves the time for a large folder. */
  #identityOf(path: string, { stats, isLink }: Seen): string {
    if (!stats.isFile()) return path;
    if (isLink) return readable(() => realpathSync.native(path));
    const folder = dirname(path);
    const known = this.#realFolders.get(folder);
    const real = known ?? readable(() => realpathSync.native(folder));
    if (known === undefined) this.#realFolders.set(folder, real);
    return real.endsWith(sep) ? real + basename(path) : real + sep + basename(path);
  }

  /** Runs a step; what it refuses takes the place of the files it would have added. */
  #recording(path: string, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof PromptmillError)) throw error;
      this.#addError(error.inFile(path));
    }
  }

  #addError(error: PromptmillError): void {
    this.#collected.push({
      input: { kind: 'error', error: error.toRecord() },
      identity: undefined,
    });
  }
}

interface Seen {
  /** Of the file itself, not of a link to it. */
  readonly stats: Stats;
  readonly isLink: boolean;
}

/** What a path leads to; undefined when there is nothing. */
function lookAt(path: string): Seen | undefined {
  const own = readable(() => lstatSync(path, { throwIfNoEntry: false }));
  if (own === undefined || !own.isSymbolicLink()) return own && { stats: own, isLink: false };
  const stats = readable(() => statSync(path, { throwIfNoEntry: false }));
  return stats && { stats, isLink: true };
}

/** Plain before zstd, which Codex writes, before gzip. */
function preference(file: InputFile): number {
  return ['plain', 'zstd', 'gzip'].indexOf(file.encoding);
}

function notFound(message: string): PromptmillError {
  return new PromptmillError('input_not_found', message, {
    found: 'nothing to read',
    expected: 'at least one rollout',
  });
}
