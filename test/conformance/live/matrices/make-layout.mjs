// Makes folders with files, links and pipes in them, from a table of paths.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file's text or bytes, a link, or another thing. @typedef {string | Uint8Array | { link: string } | { kind: 'folder' | 'pipe' } | { unreadable: string }} Node */

/** @param {string} root an existing folder @param {Readonly<Record<string, Node>>} nodes by paths below it */
export function makeLayout(root, nodes) {
  for (const [name, node] of Object.entries(nodes)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    makeNode(path, node);
  }
}

/** @param {string} path @param {Node} node */
function makeNode(path, node) {
  if (typeof node === 'string' || node instanceof Uint8Array) writeFileSync(path, node);
  else if ('link' in node) symlinkSync(node.link, path);
  else if ('unreadable' in node) {
    writeFileSync(path, node.unreadable);
    chmodSync(path, 0);
  } else if (node.kind === 'pipe') execFileSync('mkfifo', [path]);
  else mkdirSync(path, { recursive: true });
}
