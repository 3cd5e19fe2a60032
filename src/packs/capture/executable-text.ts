/** Reads a constant out of the executable, for the one text that no input of reasonable size brings out. */

import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NotSeen } from './recorded-texts.js';

/** A launcher script is far smaller than the program it starts. */
const leastProgramBytes = 1 << 20;

/**
 * The constant that lies between two known ones.
 * @param binary the program, or the launcher of the npm package that holds it
 */
export async function readConstant(
  binary: string,
  neighbours: { readonly before: string; readonly after: string },
): Promise<string> {
  const bytes = await readFile(await findProgram(binary));
  const before = Buffer.from(neighbours.before);
  const found = bytes.indexOf(before);
  const start = found + before.length;
  const end = bytes.indexOf(Buffer.from(neighbours.after), start);
  const longest = 400;
  if (found === -1 || end === -1 || end === start || end - start > longest) {
    throw new NotSeen('the executable does not hold the text between its neighbours');
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end));
}

async function findProgram(binary: string): Promise<string> {
  const path = await realpath(binary);
  if ((await stat(path)).size >= leastProgramBytes) return path;
  const packages = dirname(dirname(dirname(path)));
  const files = await readdir(packages, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const candidate = join(file.parentPath, file.name);
    const named = /^codex(\.exe)?$/.test(basename(candidate)) && file.isFile();
    if (named && (await stat(candidate)).size >= leastProgramBytes) return candidate;
  }
  throw new NotSeen(`no executable was found beside ${path}`);
}
