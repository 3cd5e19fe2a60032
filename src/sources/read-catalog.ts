/** Reads model catalogs, as Codex prints (`codex debug models`) and caches (`models_cache.json`) them, or from a folder. */

import { statSync } from 'node:fs';
import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { readJsonFile } from './read-json-file.js';
import { readModelFolder } from './read-model-folder.js';

/**
 * Reads a catalog: an object with an array `models`, whatever else is in it, or that array by itself; or a folder with
 * a Markdown file a model.
 *
 * @returns the file's JSON value; what a model entry holds is for the reader of the catalog to judge.
 * @throws PromptmillError `bad_catalog`, `input_not_found` or `input_unreadable`, with the file.
 */
export function readCatalog(path: string): unknown {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    return readModelFolder(path);
  }
  const { value } = readJsonFile(path, 'bad_catalog');
  if (Array.isArray(value) || (isRecord(value) && Array.isArray(value['models']))) return value;
  throw new PromptmillError('bad_catalog', `${path} holds no list of models`, {
    file: path,
    line: 1,
    offsetBytes: 0,
    found: isRecord(value) ? `an object with ${keyList(value)}` : typeName(value),
    expected: 'an object with an array "models", or that array',
    remedy: 'write one with "codex debug models"',
  });
}

function keyList(value: JsonRecord): string {
  const keys = Object.keys(value);
  return keys.length === 0 ? 'no keys' : `the keys ${keys.slice(0, 10).join(', ')}`;
}

function typeName(value: unknown): string {
  return value === null ? 'null' : `a ${typeof value}`;
}
