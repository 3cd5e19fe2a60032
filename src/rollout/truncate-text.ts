/** Cuts the middle out of a tool output, as history does when it records one (spec 3 §3.3). */

/** A model's policy for tool outputs: `limit` counts tokens of four bytes, or bytes. */
export interface TruncationPolicy {
  readonly mode: 'tokens' | 'bytes';
  readonly limit: number;
}

/** The budget a policy gives one output, in its own unit: a fifth more than its limit, rounded up. */
export function outputBudget(policy: TruncationPolicy): number {
  return Math.ceil((policy.limit * 12) / 10);
}

/** That budget in bytes. */
export function budgetBytes(budget: number, mode: TruncationPolicy['mode']): number {
  return mode === 'tokens' ? budget * 4 : budget;
}

/**
 * @param text the output
 * @param budget in the unit of `mode`
 * @returns the text itself when it fits, else its head, a marker with what was cut, and its tail
 */
export function truncateMiddle(
  text: string,
  budget: number,
  mode: TruncationPolicy['mode'],
): string {
  return cutMiddle(text, budget, mode)?.join('') ?? text;
}

/**
 * @param text the text
 * @param budget in the unit of `mode`
 * @returns its head, the marker with what was cut, and its tail; undefined when it fits
 */
export function cutMiddle(
  text: string,
  budget: number,
  mode: TruncationPolicy['mode'],
): readonly [head: string, marker: string, tail: string] | undefined {
  const bytes = Buffer.from(text, 'utf8');
  const allowed = budgetBytes(budget, mode);
  if (bytes.length <= allowed) return undefined;
  const [head, tail] = cutPoints(bytes, allowed);
  const cut = bytes.subarray(head, tail);
  const count = mode === 'tokens' ? Math.ceil((bytes.length - allowed) / 4) : codePoints(cut);
  return [bytes.toString('utf8', 0, head), marker(count, mode), bytes.toString('utf8', tail)];
}

/** The marker put where text was cut. */
export function marker(count: number, mode: TruncationPolicy['mode']): string {
  return `\u2026${String(count)} ${mode === 'tokens' ? 'tokens' : 'chars'} truncated\u2026`;
}

/** Where the head ends and the tail begins when `allowed` bytes are kept, at character borders. */
export function cutPoints(bytes: Uint8Array, allowed: number): readonly [number, number] {
  const left = Math.floor(allowed / 2);
  let head = left;
  while (head > 0 && isContinuation(bytes[head])) head -= 1;
  let tail = bytes.length - (allowed - left);
  while (tail < bytes.length && isContinuation(bytes[tail])) tail += 1;
  return [head, tail];
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function codePoints(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count += 1;
  return count;
}
