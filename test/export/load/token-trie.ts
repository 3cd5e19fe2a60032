/** The prefix cache of an ideal server, kept as a trie of token blocks: another way to the hit rate of a trace. */

interface Node {
  readonly next: Map<string, Node>;
}

/** Every four bytes of a unit are a token; a unit begins a new one. */
export function tokensOf(units: readonly unknown[]): readonly string[] {
  return units.flatMap((unit) => {
    const json = Buffer.from(JSON.stringify(unit));
    const count = Math.ceil(json.length / 4);
    return Array.from({ length: count }, (_, index) => {
      return json.toString('hex', index * 4, index * 4 + 4);
    });
  });
}

export class TokenTrie {
  readonly #root: Node = { next: new Map() };
  readonly #blockTokens: number;

  constructor(blockTokens: number) {
    this.#blockTokens = blockTokens;
  }

  /** @returns how many blocks at the start of the prompt were there before it */
  add(tokens: readonly string[]): number {
    let node = this.#root;
    let hits = 0;
    let isHit = true;
    for (let at = 0; at < tokens.length; at += this.#blockTokens) {
      const block = tokens.slice(at, at + this.#blockTokens).join(' ');
      const known = node.next.get(block);
      isHit &&= known !== undefined;
      if (isHit) hits += 1;
      const next = known ?? { next: new Map<string, Node>() };
      node.next.set(block, next);
      node = next;
    }
    return hits;
  }
}

/** The same from the ids of a trace. */
export function hitsOf(traces: readonly (readonly number[])[]): readonly number[] {
  const seen = new Set<number>();
  return traces.map((ids) => {
    const first = ids.findIndex((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
    return first === -1 ? ids.length : first;
  });
}
