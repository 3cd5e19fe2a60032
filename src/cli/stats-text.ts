/** Counts of a corpus as tables for a terminal. */

import { bytesText, groupedText } from '../batch/progress.js';
import type { CorpusStats, Size } from '../report/stats/corpus-stats.js';
import { shareOf } from '../report/stats/stats-json.js';
import { type Row, tableText } from './table-text.js';

export function statsText(stats: CorpusStats): string {
  return `${tableText(['corpus', ''], overview(stats), { left: 2 })}\n${sectionTable(stats)}`;
}

function overview(stats: CorpusStats): readonly Row[] {
  const { input, requests, images, prefix, duplicates, counter } = stats;
  const inferences = sumOf(Object.values(stats.inferences));
  return [
    ['sessions', groupedText(stats.sessions)],
    ['turns', groupedText(stats.turns)],
    ['inferences', `${groupedText(inferences)}: ${countsText(stats.inferences)}`],
    ['compactions', groupedText(stats.compactions)],
    ['versions', countsText(stats.versions)],
    ['models', countsText(stats.models)],
    [
      'rollouts',
      `${bytesText(input.bytes)} in ${groupedText(input.lines)} lines; ${percent(input.supersededBytes, input.bytes)} of the bytes are compactions that a later one made needless`,
    ],
    [
      'requests',
      `${bytesText(requests.bytes)}, the largest ${bytesText(requests.largestBytes)}; ${groupedText(requests.prompt.tokens)} prompt tokens by ${counter}`,
    ],
    [
      'images',
      `${groupedText(images.sent)} sent (${bytesText(images.sentBytes)}), ${groupedText(images.distinct)} distinct`,
    ],
    ['prefix shared', `${sharedText(prefix.session, requests.prompt)} with the request before`],
    ['', `${sharedText(prefix.corpus, requests.prompt)} with any before in the corpus`],
    ['', usageText(stats)],
    [
      'repeated',
      `${groupedText(duplicates.parts)} texts stand in a request a second time (${groupedText(duplicates.tokens)} tokens)`,
    ],
    ['', `${groupedText(duplicates.requests)} requests add nothing to what was sent before`],
  ];
}

function sharedText(part: Size, whole: Size): string {
  return `${percent(part.tokens, whole.tokens)} of tokens, ${percent(part.bytes, whole.bytes)} of bytes`;
}

function usageText({ usage }: CorpusStats): string {
  if (usage.requests === 0) return 'no usage was recorded';
  return `${percent(usage.cachedInputTokens, usage.inputTokens)} of ${groupedText(usage.inputTokens)} input tokens were cached, as recorded for ${groupedText(usage.requests)} requests; ${groupedText(usage.outputTokens)} output tokens`;
}

function sectionTable({ sections, requests }: CorpusStats): string {
  const bySize = Object.entries(sections).toSorted(
    ([, one], [, other]) => other.tokens - one.tokens,
  );
  const rows = bySize.map(([name, { parts, bytes, tokens }]): Row => [
    name,
    groupedText(parts),
    groupedText(bytes),
    groupedText(tokens),
    percent(tokens, requests.prompt.tokens),
  ]);
  return tableText(['section', 'parts', 'bytes', 'tokens', 'share'], rows, { left: 1 });
}

function countsText(counts: Readonly<Record<string, number>>): string {
  const byCount = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  return byCount.map(([name, count]) => `${groupedText(count)} ${name}`).join(', ') || 'none';
}

function percent(part: number, whole: number): string {
  return `${(100 * shareOf(part, whole)).toFixed(1)} %`;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
