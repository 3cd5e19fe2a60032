/** A pack's manifest `pack.json`: where its texts come from, what they are, and which it does not have. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import { isRecord } from '../contract/json-record.js';

export type PackSource = 'builtin' | 'captured' | 'own';

/** A text file as the manifest knows it. */
export interface PackFile {
  /** Of the file's bytes, in hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** Names in `{{ name }}`, in the order of their first place. */
  readonly placeholders: readonly string[];
}

export interface PackManifest {
  readonly name: string;
  /** The Codex release that says these texts. */
  readonly release?: string;
  readonly source: PackSource;
  /** When it was captured, as an ISO date. */
  readonly captured?: string;
  /** By text id. */
  readonly texts: Readonly<Record<string, PackFile>>;
  /** Slugs of the models in the pack's catalog. */
  readonly models: readonly string[];
  /** Why a text is not there, by its id. */
  readonly missing: Readonly<Record<string, string>>;
}

export const manifestFile = 'pack.json';

/**
 * The manifest of the pack in a folder; undefined when it has none.
 * @throws PromptmillError `bad_pack`
 */
export function readManifest(folder: string): PackManifest | undefined {
  const file = join(folder, manifestFile);
  if (!existsSync(file)) return undefined;
  try {
    return parseManifest(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new PromptmillError('bad_pack', `the manifest ${file} cannot be used: ${found}`, {
      file,
      found,
      expected: 'a manifest as `promptmill pack capture` writes it',
      remedy: 'capture the pack anew, or remove its manifest to use the texts as they are',
      cause: error,
    });
  }
}

/** What a manifest says of a text file. */
export function describeFile(bytes: Uint8Array): PackFile {
  const text = new TextDecoder().decode(bytes);
  return { sha256: hashOf(bytes), bytes: bytes.length, placeholders: placeholdersIn(text) };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Each name once. */
export function placeholdersIn(text: string): readonly string[] {
  const names = [...text.matchAll(/\{\{ ([a-z_]+) \}\}/g)].map(([, name]) => name ?? '');
  return [...new Set(names)];
}

function parseManifest(document: unknown): PackManifest {
  if (!isRecord(document)) throw new Error('it is no object');
  const { name, release, source, captured, texts, models, missing } = document;
  if (typeof name !== 'string') throw new Error('name is no string');
  if (!isSource(source)) throw new Error('source is not builtin, captured or own');
  if (!isRecord(texts)) throw new Error('texts is no object');
  return {
    name,
    source,
    ...(typeof release === 'string' ? { release } : {}),
    ...(typeof captured === 'string' ? { captured } : {}),
    texts: Object.fromEntries(Object.entries(texts).map(([id, file]) => [id, parseFile(id, file)])),
    models: stringsIn(models),
    missing: Object.fromEntries(
      Object.entries(isRecord(missing) ? missing : {}).map(([id, why]) => [id, String(why)]),
    ),
  };
}

function isSource(value: unknown): value is PackSource {
  return value === 'builtin' || value === 'captured' || value === 'own';
}

function parseFile(id: string, file: unknown): PackFile {
  const { sha256, bytes, placeholders } = isRecord(file) ? file : {};
  if (typeof sha256 !== 'string' || typeof bytes !== 'number') {
    throw new Error(`texts.${id} lacks sha256 or bytes`);
  }
  return { sha256, bytes, placeholders: stringsIn(placeholders) };
}

function stringsIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  return values.filter((entry) => typeof entry === 'string');
}
