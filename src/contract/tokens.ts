/** How tokens are counted. A report names the counter it used. */

/** `o200k_base` counts exactly as that encoding does; `bytes/4` is the estimate Codex goes by, rounded up. */
export type TokenCounterName = 'o200k_base' | 'bytes/4';

export interface TokenCounter {
  readonly name: TokenCounterName;
  /** Tokens of a text; text that looks like a special token counts as text. */
  count(text: string): number;
}
