/** Output to a folder: numbered part files, a manifest that tells what they hold, and the failures. */

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ErrorRecord } from '../contract/errors.js';
import { partBytes } from '../contract/limits.js';
import type { OutputTarget, PartReport } from '../contract/protocol.js';
import type { JobTotals } from './collect-reports.js';
import { FailureFile } from './failure-file.js';
import type { JobDescription, JobOutput } from './job-output.js';
import { toolVersion } from './tool-version.js';

const manifestName = 'manifest.json';
const failuresName = 'failures.jsonl';
const partName = /^part-\d{5,}\.jsonl$/;

/** What an earlier job left in a folder, by name. */
export function earlierResults(folder: string): string[] {
  return readdirSync(folder).filter(
    (name) => name === manifestName || name === failuresName || partName.test(name),
  );
}

export interface FolderOutputOptions {
  readonly folder: string;
  readonly description: JobDescription;
  /** A part is closed by the session that takes it past this. */
  readonly partBytes?: number | undefined;
}

export class FolderOutput implements JobOutput {
  readonly target: OutputTarget;
  readonly failuresPlace: string;
  readonly #folder: string;
  readonly #prefix = `.promptmill-${process.pid}-`;
  readonly #description: JobDescription;
  readonly #failures: FailureFile;

  constructor(options: FolderOutputOptions) {
    this.#folder = options.folder;
    this.#description = options.description;
    mkdirSync(this.#folder, { recursive: true });
    this.target = {
      kind: 'parts',
      folder: this.#folder,
      prefix: this.#prefix,
      partBytes: options.partBytes ?? partBytes,
    };
    this.failuresPlace = join(this.#folder, failuresName);
    this.#failures = new FailureFile({
      path: this.failuresPlace,
      asidePath: join(this.#folder, `${this.#prefix}failures`),
      whenEmpty: 'keep',
    });
  }

  addFailure(record: ErrorRecord): void {
    this.#failures.add(record);
  }

  /** The manifest comes last: where it is, everything it names is. */
  commit(totals: JobTotals): readonly PartReport[] {
    for (const name of earlierResults(this.#folder)) rmSync(join(this.#folder, name));
    const parts = totals.parts.map((part, index) => this.#placePart(part, index));
    this.#failures.commit();
    this.#removeAside();
    this.#writeManifest(totals, parts);
    return parts;
  }

  discard(): void {
    this.#failures.discard();
    this.#removeAside();
  }

  #placePart(part: PartReport, index: number): PartReport {
    const path = join(this.#folder, `part-${String(index).padStart(5, '0')}.jsonl`);
    renameSync(part.path, path);
    return { ...part, path };
  }

  #writeManifest(totals: JobTotals, parts: readonly PartReport[]): void {
    const { sessions, requests, failures, notices } = totals;
    const manifest = {
      tool: 'promptmill',
      version: toolVersion(),
      ...this.#description,
      sessions,
      requests,
      failures,
      notices,
      parts: parts.map(({ path, bytes, lines, sha256 }) => ({
        file: basename(path),
        bytes,
        lines,
        sha256,
      })),
    };
    const aside = join(this.#folder, `${this.#prefix}manifest`);
    writeFileSync(aside, `${JSON.stringify(manifest, undefined, 2)}\n`);
    renameSync(aside, join(this.#folder, manifestName));
  }

  /** Also what a worker that died may have begun. */
  #removeAside(): void {
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith(this.#prefix)) rmSync(join(this.#folder, name));
    }
  }
}
