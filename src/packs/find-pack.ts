/** Where packs are: the built-in one, those in the user's data folder by their name, any other by its path. */

import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeRoot } from '../contract/code-root.js';
import { PromptmillError } from '../contract/errors.js';

export const builtinName = 'builtin';

/** A pack's folder and the name that reports use. */
export interface PackPlace {
  readonly name: string;
  readonly folder: string;
}

/**
 * The pack of that name or path; none given, the built-in one. A name goes before a folder of the same name in the
 * working directory, which is reached as `./NAME`.
 * @throws PromptmillError `bad_pack` when there is neither
 */
export function findPack(nameOrPath: string | undefined): PackPlace {
  if (nameOrPath === undefined || nameOrPath === builtinName) return builtinPlace();
  const named = isPackName(nameOrPath) ? join(packsFolder(), nameOrPath) : undefined;
  if (named !== undefined && existsSync(named)) return { name: nameOrPath, folder: named };
  const folder = resolve(nameOrPath);
  if (existsSync(folder)) return { name: basename(folder), folder };
  throw new PromptmillError('bad_pack', `there is no pack ${nameOrPath}`, {
    file: nameOrPath,
    found: `neither a folder nor a name among ${namesOfPacks()}`,
    expected: 'the name of a captured pack, or a folder',
    remedy: '`promptmill pack list` shows the packs there are, `promptmill pack capture` makes one',
  });
}

/** The packs that have a name: the built-in one and those of the user's data folder, by name. */
export function namedPacks(): readonly PackPlace[] {
  const root = packsFolder();
  const entries = existsSync(root) ? readdirSync(root, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const own = names.toSorted().map((name) => ({ name, folder: join(root, name) }));
  return [builtinPlace(), ...own];
}

/** Whether it can be the name of a pack: one word, no path. */
export function isPackName(text: string): boolean {
  return /^[A-Za-z0-9][\w.+-]*$/.test(text);
}

/** The folder of the user's packs, whether it is there or not. */
export function packsFolder(): string {
  return join(dataFolder(process.platform, process.env), 'promptmill', 'packs');
}

/** Where programs keep a user's data on that platform. */
export function dataFolder(
  platform: NodeJS.Platform,
  variables: Readonly<Partial<Record<string, string>>>,
): string {
  const home = homedir();
  if (platform === 'win32') return variables['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  const chosen = variables['XDG_DATA_HOME'];
  if (chosen !== undefined && chosen !== '') return chosen;
  return platform === 'darwin'
    ? join(home, 'Library', 'Application Support')
    : join(home, '.local', 'share');
}

function builtinPlace(): PackPlace {
  const folder = fileURLToPath(new URL(`packs/${builtinName}`, codeRoot));
  return { name: builtinName, folder };
}

function namesOfPacks(): string {
  return namedPacks()
    .map(({ name }) => name)
    .join(', ');
}
