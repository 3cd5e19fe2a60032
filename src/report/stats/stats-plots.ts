/** The plots of a corpus, as SVG documents by file name. */

import { type Bar, barChart } from '../svg/bar-chart.js';
import { lineChart } from '../svg/line-chart.js';
import type { CorpusStats, NumberStats } from './corpus-stats.js';
import { shareOf } from './stats-json.js';

/** Sections with a bar of their own; the others are put together. */
const shownSections = 18;

/** Points of a line; numbers beyond are put together, neighbours with neighbours. */
const shownPoints = 120;

export function statsPlots(stats: CorpusStats): ReadonlyMap<string, string> {
  return new Map([
    ['tokens-by-section.svg', sectionsPlot(stats)],
    ['requests-by-size.svg', sizesPlot(stats)],
    ['prefix-sharing.svg', sharingPlot(stats)],
  ]);
}

function sectionsPlot({ sections, requests, counter }: CorpusStats): string {
  const bySize = Object.entries(sections).toSorted(
    ([, one], [, other]) => other.tokens - one.tokens,
  );
  const rest = bySize.slice(shownSections).reduce((sum, [, { tokens }]) => sum + tokens, 0);
  const values = bySize
    .slice(0, shownSections)
    .map(([name, { tokens }]) => [name, tokens] as const);
  const bars = [...values, ...(rest > 0 ? [['all others', rest] as const] : [])].map(
    ([name, value]): Bar => ({
      name,
      value,
      label: `${shortNumber(value)} (${percent(shareOf(value, requests.prompt.tokens))})`,
    }),
  );
  return barChart({
    title: 'Tokens sent, by section',
    subtitle: `All requests, what is repeated counted each time; tokens by ${counter}`,
    axis: 'tokens',
    bars,
    format: shortNumber,
  });
}

/** Every power of two between the smallest and the largest has its bar. */
function sizesPlot({ sizes }: CorpusStats): string {
  const powers = [...sizes.keys()];
  const bars: Bar[] = [];
  const last = Math.max(...powers);
  for (let power = Math.min(...powers); power <= last; power *= 2) {
    const value = sizes.get(power) ?? 0;
    bars.push({ name: `${byteNumber(power / 2)} to ${byteNumber(power)}`, value });
  }
  return barChart({
    title: 'Requests, by size',
    subtitle: 'Bytes of the request body',
    axis: 'requests',
    bars,
    format: shortNumber,
  });
}

function sharingPlot({ numbers }: CorpusStats): string {
  const groups = grouped(numbers);
  const line = (name: string, part: keyof NumberStats, whole: keyof NumberStats) => ({
    name,
    points: groups
      .filter(([, sum]) => sum[whole] > 0)
      .map(([at, sum]) => [at, (100 * sum[part]) / sum[whole]] as const),
  });
  const series = [
    line('with the request before', 'sharedInSession', 'tokens'),
    line('with any before in the corpus', 'sharedInCorpus', 'tokens'),
    line('cached, as the server counted', 'cachedTokens', 'inputTokens'),
  ].filter(({ points }) => points.length > 0);
  return lineChart({
    title: 'Prefix sharing, by the number of the request in its session',
    subtitle:
      'What an ideal prefix cache would have: tokens of leading whole parts that were sent before',
    x: { title: 'number of the request, from 0' },
    y: { title: 'share of tokens', format: (value) => `${value} %` },
    series,
  });
}

/** Sums of neighbours, so that there are not too many points; each stands at its first number. */
function grouped(numbers: readonly NumberStats[]): readonly (readonly [number, NumberStats])[] {
  const size = Math.ceil(numbers.length / shownPoints);
  const groups = new Map<number, NumberStats>();
  numbers.forEach((number, at) => {
    const first = at - (at % size);
    const sum = groups.get(first);
    groups.set(first, sum === undefined ? number : added(sum, number));
  });
  return [...groups];
}

function added(one: NumberStats, other: NumberStats): NumberStats {
  return {
    tokens: one.tokens + other.tokens,
    sharedInSession: one.sharedInSession + other.sharedInSession,
    sharedInCorpus: one.sharedInCorpus + other.sharedInCorpus,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** `812`, `1.2 k`, `34 M` */
function shortNumber(value: number): string {
  return scaled(value, ['', ' k', ' M', ' G', ' T'], 1000);
}

/** `512 B`, `4 KiB` */
function byteNumber(bytes: number): string {
  return scaled(bytes, [' B', ' KiB', ' MiB', ' GiB', ' TiB'], 1024);
}

function scaled(value: number, units: readonly string[], base: number): string {
  const power = value < 1 ? 0 : Math.floor(Math.log(value) / Math.log(base) + 1e-9);
  const unit = Math.min(power, units.length - 1);
  return `${Number((value / base ** unit).toPrecision(3))}${units[unit] ?? ''}`;
}
