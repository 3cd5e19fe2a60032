// Folders of files, links and pipes for the search to find.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../support/fake-corpus.js';

export const directory = { kind: 'directory' } as const;
export const pipe = { kind: 'pipe' } as const;

/** What is at a path: a file of that text or bytes, or something else. */
export type Node =
  | string
  | Uint8Array
  | { readonly link: string }
  | typeof directory
  | typeof pipe
  | { readonly unreadable: string };

/** Makes what is named by paths below a new folder, and returns it. */
export function makeLayout(nodes: Readonly<Record<string, Node>>): string {
  const root = temporaryFolder();
  for (const [name, node] of Object.entries(nodes)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    makeNode(path, node);
  }
  return root;
}

function makeNode(path: string, node: Node): void {
  if (typeof node === 'string' || node instanceof Uint8Array) writeFileSync(path, node);
  else if ('kind' in node) {
    if (node.kind === 'pipe') execFileSync('mkfifo', [path]);
    else mkdirSync(path, { recursive: true });
  } else if ('link' in node) symlinkSync(node.link, path);
  else {
    writeFileSync(path, node.unreadable);
    chmodSync(path, 0);
  }
}
