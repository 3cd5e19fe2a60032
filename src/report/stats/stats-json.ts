/** Counts of a corpus as one JSON value, with the shares that follow from them. */

import type { ErrorRecord } from '../../contract/errors.js';
import type { CorpusStats, Size } from './corpus-stats.js';

/** A part of a whole; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

export function statsJson(stats: CorpusStats, failures: readonly ErrorRecord[]): string {
  const { sizes, numbers, input, prefix, requests, usage, ...rest } = stats;
  const withShare = ({ bytes, tokens }: Size): unknown => ({
    bytes,
    tokens,
    byteShare: shareOf(bytes, requests.prompt.bytes),
    tokenShare: shareOf(tokens, requests.prompt.tokens),
  });
  const value = {
    ...rest,
    input: { ...input, supersededShare: shareOf(input.supersededBytes, input.bytes) },
    requests,
    prefix: { session: withShare(prefix.session), corpus: withShare(prefix.corpus) },
    usage: { ...usage, cachedShare: shareOf(usage.cachedInputTokens, usage.inputTokens) },
    requestsBelowBytes: Object.fromEntries([...sizes].toSorted(([one], [other]) => one - other)),
    byNumber: Array.from(numbers, (number) => number ?? null),
    failures,
  };
  return `${JSON.stringify(value)}\n`;
}
