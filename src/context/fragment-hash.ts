/** The hash by which the world state remembers a fragment without its words (spec 1 §6.1, spec 4 §2.1). */

import { createHash } from 'node:crypto';

const domain = 'codex-world-state-fragment-v1\0';

/**
 * @param text the whole fragment, tags included; CRLF counts as LF
 * @returns 40 lower-case hex digits
 */
export function fragmentHash(role: 'developer' | 'user', text: string): string {
  const hash = createHash('sha1').update(domain);
  for (const field of [role, text.replaceAll('\r\n', '\n')]) {
    const bytes = Buffer.from(field);
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(bytes.length));
    hash.update(length).update(bytes);
  }
  return hash.digest('hex');
}
