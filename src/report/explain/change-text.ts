/** What changed since the request before, and what the server counted, in words. */

import type { TokenUsage } from '../../contract/inference.js';
import type { ChangedItem, FirstDifference, RequestChange, TimelineEntry } from './explanation.js';
import { countText, numberText, shareText } from './number-text.js';

/** @returns rows of a name and a text */
export function changeLines({ at, change }: TimelineEntry): readonly (readonly [string, string])[] {
  if (change === undefined) return at === 0 ? [['since', 'it is the first']] : [];
  const since = `since ${String(change.since)}`;
  return [
    [since, itemWords(change)],
    ['', prefixWords(change)],
  ];
}

/** What the server counted, where the rollout tells. */
export function usageLines({ usage }: TimelineEntry): readonly (readonly [string, string])[] {
  if (!isTold(usage)) return [];
  const { inputTokens, cachedInputTokens } = usage;
  const cached = `${numberText(cachedInputTokens)} of them cached (${shareText(cachedInputTokens, inputTokens)})`;
  return [['counted', `${numberText(inputTokens)} tokens by the server, ${cached}`]];
}

/** Where an answer broke off, the rollout tells of no tokens at all. */
export function isTold(usage: TokenUsage | undefined): usage is TokenUsage {
  return usage !== undefined && usage.inputTokens > 0;
}

function itemWords({ added, dropped, compactionLine }: RequestChange): string {
  const words = [
    added.length === 0 ? 'no item came' : `${countText(added.length, 'item')} came${sizes(added)}`,
    dropped.length === 0
      ? 'none went'
      : `${countText(dropped.length, 'item')} went${sizes(dropped)}`,
  ];
  if (compactionLine !== undefined) words.push(`compacted by line ${String(compactionLine)}`);
  return words.join('; ');
}

function sizes(items: readonly ChangedItem[]): string {
  return ` (${numberText(items.reduce((sum, { bytes }) => sum + bytes, 0))} bytes)`;
}

function prefixWords({ sharedBytes, formerBytes, differsAt, isContinued }: RequestChange): string {
  const shared = `it begins with ${numberText(sharedBytes)} of its ${numberText(formerBytes)} bytes (${shareText(sharedBytes, formerBytes)})`;
  if (differsAt === undefined) return `${shared}: it is the same`;
  return isContinued ? `${shared} and goes on` : `${shared}, then differs ${placeWords(differsAt)}`;
}

function placeWords({ place, path, what }: FirstDifference): string {
  if (place === 'end' || path === undefined) return 'at its end';
  return `${place === 'in' ? 'in' : 'in front of'} ${path} (${what ?? ''})`;
}
