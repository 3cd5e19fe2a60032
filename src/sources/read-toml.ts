/** Reads configuration files, and refuses what is no TOML with file and line. */

import { readFileSync } from 'node:fs';
import { parse, TomlError } from 'smol-toml';
import { PromptmillError } from '../contract/errors.js';
import type { JsonRecord } from '../contract/json-record.js';
import { readable } from './read-file.js';

/** @throws PromptmillError `bad_policy`, `input_not_found` or `input_unreadable` */
export function readToml(path: string): JsonRecord {
  try {
    return parse(readable(() => readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof PromptmillError) throw error.inFile(path);
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.split('\n');
    throw new PromptmillError('bad_policy', `${path}:${error.line}: ${reason}`, {
      file: path,
      line: error.line,
      found: error.codeblock.trim().split('\n')[0] ?? '',
      expected: 'TOML',
      cause: error,
    });
  }
}
