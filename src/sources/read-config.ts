/** Reads settings from files: in the form of Codex's `config.toml`, and texts that a setting names. */

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { readable } from './read-file.js';

/**
 * Reads a configuration file. A relative `model_instructions_file` is taken from the file's own folder (spec 1 §1.5).
 *
 * @throws PromptmillError `bad_setting` with file and line where it is no TOML, `input_not_found`, `input_unreadable`
 */
export function readConfig(path: string): JsonRecord {
  const values = parseConfig(readText(path), path);
  const file = values['model_instructions_file'];
  if (typeof file !== 'string') return values;
  return { ...values, model_instructions_file: resolve(dirname(path), file) };
}

/**
 * The instructions of a file: trimmed, and never empty (spec 1 §1.5).
 * @throws PromptmillError `bad_setting`, `input_not_found`, `input_unreadable`
 */
export function readInstructions(path: string): string {
  const text = readText(path).trim();
  if (text !== '') return text;
  throw new PromptmillError('bad_setting', `the model instructions file is empty: ${path}`, {
    file: path,
    found: 'nothing but white space',
    expected: 'instructions',
  });
}

/**
 * A text given as such, or as `@FILE`.
 * @throws PromptmillError `input_not_found`, `input_unreadable`
 */
export function textOrFile(given: string): string {
  return given.startsWith('@') ? readText(given.slice(1)) : given;
}

/**
 * A file's text; bytes that are no UTF-8 are replaced, as Codex does.
 * @throws PromptmillError `input_not_found`, `input_unreadable`
 */
export function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(readable(() => readFileSync(path)));
  } catch (error) {
    throw error instanceof PromptmillError ? error.inFile(path) : error;
  }
}

function parseConfig(text: string, file: string): JsonRecord {
  try {
    const values: unknown = parse(text);
    return isRecord(values) ? values : {};
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.split('\n');
    throw new PromptmillError('bad_setting', `${file}:${String(error.line)}: ${reason}`, {
      file,
      line: error.line,
      found: text.split('\n')[error.line - 1] ?? '',
      expected: 'TOML, as in config.toml of Codex',
      cause: error,
    });
  }
}
