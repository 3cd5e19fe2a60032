// The yardstick for output: so many bytes from one reused buffer into a file.
//
//   node write-bytes.mjs BYTES OUTPUT

import { closeSync, openSync, writeSync } from 'node:fs';

const [bytes, output] = process.argv.slice(2);
const buffer = Buffer.alloc(1 << 20, 0x61);
const target = openSync(output, 'w');
for (let left = Number(bytes); left > 0;) {
  left -= writeSync(target, buffer, 0, Math.min(left, buffer.length));
}
closeSync(target);
