/** Finds and reads the `.rules` files that a session loads (spec 2 §5.1). */

import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import { sortByCodePoints } from '../contract/code-point-order.js';
import { readable, systemCode } from './read-file.js';

export interface LoadedRules {
  readonly path: string;
  readonly text: string;
}

/**
 * The rules of the configuration folders, lowest precedence first: the regular files named `*.rules` directly in the
 * `rules` folder of each, by path. Links, folders and a file of that name alone are passed over.
 * @throws PromptmillError `bad_rules` where a folder or a file can't be read, which ends a session
 */
export function loadRules(configFolders: readonly string[]): LoadedRules[] {
  return configFolders.flatMap((folder) =>
    rulesIn(join(folder, 'rules')).map((path) => ({ path, text: readRulesText(path) })),
  );
}

/** @throws PromptmillError `bad_rules` */
export function readRulesText(path: string): string {
  const bytes = orBadRules(path, () => readFileSync(path));
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new PromptmillError('bad_rules', `${path} is not UTF-8`, {
    file: path,
    found: 'bytes that are not UTF-8',
    expected: 'a file of rules in UTF-8',
    remedy: 'save it as UTF-8',
  });
}

function rulesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^.+\.rules$/.test(entry.name))
      .map(({ name }) => name);
    return sortByCodePoints(names).map((name) => join(folder, name));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    return orBadRules(folder, () => {
      throw error;
    });
  }
}

function orBadRules<Result>(path: string, read: () => Result): Result {
  try {
    return readable(read);
  } catch (error) {
    if (!(error instanceof PromptmillError)) throw error;
    throw new PromptmillError('bad_rules', `${path} cannot be read`, {
      file: path,
      found: error.details.found ?? error.message,
      expected: 'a folder of readable files of rules',
      cause: error,
    });
  }
}
