/** Takes lines about the plan tool out of base instructions that are sent without that tool (measured on release 0.171). */

import { createHash } from 'node:crypto';

/** Such lines begin with these many bytes of UTF-8, told by their hash: the text itself is not ours to carry. */
const prefixBytes = 41;
const prefixHash = 'b852dd9e9dfcc85559b45213dac0e6e2d671f048';

/** @returns the text without those lines, line ends included */
export function dropPlanLines(text: string): string {
  return text
    .split(/(?<=\n)/)
    .filter((line) => !isPlanLine(line))
    .join('');
}

function isPlanLine(line: string): boolean {
  const bytes = Buffer.from(line);
  if (bytes.length < prefixBytes) return false;
  return createHash('sha1').update(bytes.subarray(0, prefixBytes)).digest('hex') === prefixHash;
}
