/** Takes lines about the plan tool out of base instructions that are sent without that tool (measured on release 0.171). */

import { createHash } from 'node:crypto';

/** Such lines begin with these many bytes of UTF-8, told by their hash: the text itself is not ours to carry. */
const prefixBytes = 41;
const prefixHash = 'b852dd9e9dfcc85559b45213dac0e6e2d671f048';

/** Such a line begins as a list does, which rules most lines out before they are hashed. */
const bullet = '- ';

/** @returns the text without those lines, line ends included */
export function dropPlanLines(text: string): string {
  let kept = '';
  let start = 0;
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from) + 1 || text.length;
    if (text.startsWith(bullet, from) && isPlanLine(text.slice(from, from + prefixBytes))) {
      kept += text.slice(start, from);
      start = end;
    }
    from = end;
  }
  return start === 0 ? text : kept + text.slice(start);
}

function isPlanLine(head: string): boolean {
  const bytes = Buffer.from(head);
  if (bytes.length < prefixBytes) return false;
  return createHash('sha1').update(bytes.subarray(0, prefixBytes)).digest('hex') === prefixHash;
}
