// The files that are, or are about to be, in the repository: what git tracks plus what it does not ignore.

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root
 * @returns {{ path: string, text: string }[]} text files only; a file with a NUL byte is not text
 */
export function readTrackedTexts(root) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listing = execFileSync('git', args, { cwd: root, maxBuffer: 1 << 28 });
  const paths = [...new Set(listing.toString('utf8').split('\0').filter(Boolean))];
  return paths.filter((path) => isFile(join(root, path))).flatMap((path) => readText(root, path));
}

function readText(root, path) {
  const bytes = readFileSync(join(root, path));
  return bytes.includes(0) ? [] : [{ path, text: bytes.toString('utf8') }];
}

/** A file deleted but not yet committed is still listed, and a submodule or link is no file. */
function isFile(file) {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
