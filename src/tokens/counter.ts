/** Counts tokens: exactly, as the o200k_base encoding does, or by the rule of four bytes a token that Codex goes by. */

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { tokenCacheBytes } from '../contract/limits.js';
import type { TokenCounter, TokenCounterName } from '../contract/tokens.js';
import { loadEncoding } from './encoding.js';

/** Counts of texts this long, in UTF-16 units, are kept: below it, counting costs no more than the hash. */
const keptFrom = 512;

/** What a kept count takes: its key of 44 characters and the cache's own books. */
const entryBytes = 256;

/**
 * @returns a counter that keeps the counts of long texts, since a tool's output is in every later request of its session
 */
export async function createTokenCounter(name: TokenCounterName): Promise<TokenCounter> {
  if (name === 'bytes/4') {
    return { name, count: (text) => Math.ceil(Buffer.byteLength(text) / 4) };
  }
  const encoding = await loadEncoding();
  return { name, count: keepCounts((text) => encoding.count(text)) };
}

/** @returns ids of a text's tokens in o200k_base */
export async function createTokenEncoder(): Promise<(text: string) => readonly number[]> {
  const encoding = await loadEncoding();
  return (text) => encoding.encode(text);
}

function keepCounts(count: (text: string) => number): (text: string) => number {
  const kept = new LRUCache<string, number>({ max: Math.floor(tokenCacheBytes / entryBytes) });
  return (text) => {
    if (text.length < keptFrom) return count(text);
    const key = hash('sha256', text, 'base64');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const tokens = count(text);
    kept.set(key, tokens);
    return tokens;
  };
}
