/** The rollouts below a folder, however deep, through links too. */

import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { PromptmillError } from '../contract/errors.js';
import { sortByCodePoints } from '../contract/code-point-order.js';
import { readable } from './read-file.js';
import { isRolloutName } from './rollout-name.js';

export interface FolderContent {
  /** Paths of rollouts relative to the folder, with `/`, by code points. */
  readonly files: readonly string[];
  /** One for each folder below that cannot be read. */
  readonly errors: readonly PromptmillError[];
}

/** Lists a folder. A folder that is reached twice, through links, is listed once. */
export function walkFolder(root: string): FolderContent {
  const files: string[] = [];
  const errors: PromptmillError[] = [];
  const visited = new Set<string>();
  const waiting = [''];
  for (let relative = waiting.pop(); relative !== undefined; relative = waiting.pop()) {
    const folder = joinPath(root, relative);
    try {
      const real = readable(() => realpathSync.native(folder));
      if (visited.has(real)) continue;
      visited.add(real);
      for (const entry of readable(() => readdirSync(folder, { withFileTypes: true }))) {
        const path = joinPath(relative, entry.name);
        const kind = kindOf(entry, joinPath(root, path));
        if (kind === 'folder') waiting.push(path);
        else if (kind === 'file' && isRolloutName(entry.name)) files.push(path);
      }
    } catch (error) {
      if (!(error instanceof PromptmillError)) throw error;
      errors.push(error.inFile(folder));
    }
  }
  return { files: sortByCodePoints(files), errors };
}

/** `folder/name`, or just one of them when the other is empty. */
export function joinPath(folder: string, name: string): string {
  if (folder === '') return name;
  if (name === '') return folder;
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

/** A link counts as what it leads to; one that leads nowhere as a file, so that it is reported when it is looked at. */
function kindOf(entry: Dirent, path: string): 'file' | 'folder' | 'other' {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice()) {
    return 'other';
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}
