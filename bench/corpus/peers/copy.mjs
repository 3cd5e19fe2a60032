// The yardstick: the bytes of every file through one reused buffer into one output file, unread.
//
//   node copy.mjs FOLDER OUTPUT

import { closeSync, openSync, readSync, writeSync } from 'node:fs';

import { listFiles } from './list-files.mjs';

const [folder, output] = process.argv.slice(2);
const buffer = Buffer.allocUnsafe(1 << 20);
const target = openSync(output, 'w');
for (const path of listFiles(folder)) {
  const source = openSync(path, 'r');
  for (;;) {
    const length = readSync(source, buffer, 0, buffer.length, null);
    if (length === 0) break;
    for (let done = 0; done < length;) done += writeSync(target, buffer, done, length - done);
  }
  closeSync(source);
}
closeSync(target);
