/** The heads that requests share: what an ideal cache of prefixes would not have to read again. */

import { hash } from 'node:crypto';
import type { Segment } from './measure-segments.js';

/** Characters of base64: 120 bits, of which no two are alike by chance. */
const wayLength = 20;

/** Leading segments that were there before. */
export interface SharedHead {
  /** With the request before, of the same session. */
  readonly session: number;
  /** With any request before, of any session. */
  readonly corpus: number;
}

/**
 * A trie of all heads seen, kept as the digest of each way from its root: 60 bytes or so for each segment that is new at
 * its place. Models share nothing with each other.
 */
export class SharedHeads {
  readonly #heads = new Set<string>();
  #previous: readonly string[] = [];

  startSession(): void {
    this.#previous = [];
  }

  /** Compares a request with those before it, and adds it to them. */
  add(model: string, segments: readonly Segment[]): SharedHead {
    const ways: string[] = [];
    let way = model;
    for (const { digest } of segments) {
      way = hash('sha256', `${way} ${digest}`, 'base64').slice(0, wayLength);
      ways.push(way);
    }
    const shared = {
      session: leading(ways, (head, position) => head === this.#previous[position]),
      corpus: leading(ways, (head) => this.#heads.has(head)),
    };
    for (const head of ways.slice(shared.corpus)) this.#heads.add(head);
    this.#previous = ways;
    return shared;
  }
}

function leading(
  ways: readonly string[],
  isShared: (way: string, position: number) => boolean,
): number {
  const end = ways.findIndex((way, position) => !isShared(way, position));
  return end < 0 ? ways.length : end;
}
