/** The folder of an export: its files, what they hold, where their records come from, and what was lost. */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Loss } from '../contract/chat.js';
import { type ErrorRecord, PromptmillError } from '../contract/errors.js';
import type { ExportPlace, ExportSink } from '../contract/export.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { outputError } from '../pool/output-errors.js';
import { ExportFiles } from './export-files.js';
import { failureLine } from './failure-file.js';
import { LossTotals } from './loss-totals.js';

const manifestName = 'manifest.json';
const mapName = 'map.jsonl';
const lossesName = 'losses.jsonl';
const totalsName = 'losses.json';
const failuresName = 'failures.jsonl';

export interface ExportFolderOptions {
  readonly folder: string;
  /** Whether an earlier export may be replaced. */
  readonly force: boolean;
}

/** Everything is written aside, in a folder within, and put in place when the export is through. */
export class ExportFolder implements ExportSink {
  readonly failuresPlace: string;
  readonly lossesPlace: string;
  readonly #folder: string;
  readonly #aside: string;
  readonly #earlier: readonly string[];
  readonly #files: ExportFiles;
  readonly #losses = new LossTotals();
  readonly #facts = new Map<string, JsonRecord>();
  readonly #ids = new Map<string, { records: number; first?: string; last?: string }>();

  /** @throws PromptmillError `output_exists`, `output_failed` */
  constructor({ folder, force }: ExportFolderOptions) {
    this.#folder = folder;
    this.#aside = join(folder, `.promptmill-${String(process.pid)}-export`);
    this.failuresPlace = join(folder, failuresName);
    this.lossesPlace = join(folder, totalsName);
    attempt(() => mkdirSync(folder, { recursive: true }));
    this.#earlier = earlierFiles(folder, force);
    attempt(() => mkdirSync(this.#aside, { recursive: true }));
    this.#files = new ExportFiles(this.#aside);
    for (const name of [mapName, lossesName, failuresName]) this.#files.append(name, '');
  }

  /** What was lost so far. */
  get losses(): { readonly count: number; readonly bytes: number } {
    return this.#losses.report();
  }

  line(file: string, text: string | Uint8Array): void {
    this.#files.append(file, text);
    this.#files.append(file, '\n');
  }

  bytes(file: string, bytes: string | Uint8Array): void {
    this.#files.append(file, bytes);
  }

  describe(file: string, facts: JsonRecord): void {
    this.#facts.set(file, { ...this.#facts.get(file), ...facts });
  }

  place(place: ExportPlace): void {
    const { file, record, id, request, source, parts } = place;
    const seen = this.#ids.get(file) ?? { records: 0 };
    seen.records += 1;
    if (id !== undefined) {
      seen.first ??= id;
      seen.last = id;
    }
    this.#ids.set(file, seen);
    this.line(mapName, JSON.stringify({ file, record, id, request, source, parts }));
  }

  lose(request: string, losses: readonly Loss[]): void {
    if (losses.length === 0) return;
    this.line(lossesName, JSON.stringify({ request, losses: this.#losses.add(losses) }));
  }

  addFailure(record: ErrorRecord): void {
    this.#files.append(failuresName, failureLine(record));
  }

  /** Puts the files in place, the manifest last: where it is, everything it names is. */
  commit(description: JsonRecord): void {
    attempt(() => {
      this.#files.append(totalsName, `${JSON.stringify(this.#losses.report(), undefined, 2)}\n`);
      const written = this.#files.finish();
      const files = written.map(({ file, ...sizes }) => {
        const { records, first, last } = this.#ids.get(file) ?? {};
        return { file, ...sizes, records, firstId: first, lastId: last, ...this.#facts.get(file) };
      });
      for (const file of this.#earlier) rmSync(join(this.#folder, file), { force: true });
      for (const { file } of written) this.#putInPlace(file);
      const manifest = JSON.stringify({ ...description, files }, undefined, 2);
      writeFileSync(join(this.#aside, manifestName), `${manifest}\n`);
      this.#putInPlace(manifestName);
      rmSync(this.#aside, { recursive: true });
    });
  }

  /** Leaves nothing of this export behind. */
  discard(): void {
    this.#files.close();
    rmSync(this.#aside, { recursive: true, force: true });
  }

  #putInPlace(file: string): void {
    const path = join(this.#folder, file);
    mkdirSync(dirname(path), { recursive: true });
    renameSync(join(this.#aside, file), path);
  }
}

/** The files of an earlier export, as its manifest names them. */
function earlierFiles(folder: string, force: boolean): readonly string[] {
  const found = readdirSync(folder).filter((name) => !name.startsWith('.'));
  if (found.length === 0) return [];
  const manifest = found.includes(manifestName) ? readManifest(folder) : undefined;
  if (!force || manifest === undefined) {
    throw new PromptmillError('output_exists', `${folder} is not empty`, {
      file: folder,
      found: manifest === undefined ? 'files that no export has made' : 'an earlier export',
      expected: 'a folder that is empty or not there yet',
      remedy:
        manifest === undefined
          ? 'choose another --out'
          : 'choose another --out, or replace it with --force',
    });
  }
  return [...manifest, manifestName];
}

/** @returns undefined when the folder's manifest is no manifest of an export */
function readManifest(folder: string): readonly string[] | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, manifestName), 'utf8'));
    if (!isRecord(manifest) || typeof manifest['format'] !== 'string') return undefined;
    const files: readonly unknown[] = Array.isArray(manifest['files']) ? manifest['files'] : [];
    return files.flatMap((file) =>
      isRecord(file) && typeof file['file'] === 'string' ? [file['file']] : [],
    );
  } catch {
    return undefined;
  }
}

function attempt<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw outputError(error);
  }
}
