/** Name-based UUIDs (version 5, RFC 9562): the ids of items that exist only in requests. */

import { createHash } from 'node:crypto';

/** Namespace of the ids of synthetic tool outputs (spec 3 §3.2). */
export const outputNamespace = '90d38d3e-6a5b-4d52-bfe2-2f1e634bfac4';

const oidNamespace = '6ba7b812-9dad-11d1-80b4-00c04fd430c8';

/** The UUIDv5 of a name, in lower case with hyphens. */
export function nameUuid(namespace: string, name: string | Uint8Array): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** Namespace of a thread's request-time prefix items: measured on release 0.171, which spec 4 §8 leaves open. */
export function threadNamespace(threadId: string): string {
  return nameUuid(oidNamespace, threadId);
}
