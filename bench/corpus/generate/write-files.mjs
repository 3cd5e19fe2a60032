// Writes pieces of files below a folder; one file stays open while its pieces follow each other.

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @param {string} folder
 * @param {Iterable<import('./make-session.mjs').Piece>} pieces
 * @returns {{ files: number, bytes: number }}
 */
export function writeFiles(folder, pieces) {
  /** Every path met; a family comes back to its parent's. @type {Set<string>} */
  const started = new Set();
  let open = { path: '', file: -1 };
  let bytes = 0;
  for (const piece of pieces) {
    if (piece.path !== open.path) {
      if (open.file !== -1) closeSync(open.file);
      const path = join(folder, piece.path);
      if (!started.has(piece.path)) mkdirSync(dirname(path), { recursive: true });
      open = { path: piece.path, file: openSync(path, started.has(piece.path) ? 'a' : 'w') };
      started.add(piece.path);
    }
    writeAll(open.file, piece.bytes);
    bytes += piece.bytes.length;
  }
  if (open.file !== -1) closeSync(open.file);
  return { files: started.size, bytes };
}

/** @param {number} file @param {Uint8Array} bytes */
function writeAll(file, bytes) {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}
