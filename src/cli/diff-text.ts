/** A comparison as text for a terminal. */

import { countText, groupedText } from '../batch/progress.js';
import type { CorpusDiff, SidesCount } from '../report/diff/diff-corpora.js';
import type {
  BeforeAfter,
  PartChange,
  RequestDiff,
  TextSize,
} from '../report/diff/diff-requests.js';
import type { SectionTotals } from '../report/diff/diff-totals.js';
import type { FlagValues } from './flags.js';
import { type Row, tableText } from './table-text.js';

/** Rows of one pair: its head, then each part that differs, or with `--stat` a table of them. */
export function requestDiffText(diff: RequestDiff, { stat }: FlagValues): string {
  const { requests, changes, equalParts } = diff;
  const head = [
    `A  ${requests.before.id}  ${requests.before.file}`,
    `B  ${requests.after.id}  ${requests.after.file}`,
    `${verdict(diff)}${countText(changes.length, 'part')} of ${groupedText(changes.length + equalParts)} differ; ${sizeText(diff)}, tokens by ${diff.counter}`,
  ].join('\n');
  if (changes.length === 0) return `${head}\n`;
  if (stat === true) return `${head}\n\n${statText(changes)}`;
  return `${head}\n${changes.map(changeText).join('')}`;
}

function verdict({ equal, changes }: RequestDiff): string {
  if (equal) return 'equal: ';
  return changes.length === 0 ? 'the bytes differ, what they say does not: ' : '';
}

function changeText(change: PartChange): string {
  const { kind, name, patch = [] } = change;
  const rows = patch.map((row) => `  ${row}\n`).join('');
  return `\n${kind}  ${name}  ${placeText(change)}  ${sizeText(change)}\n${rows}`;
}

function placeText({ pathBefore, pathAfter }: PartChange): string {
  if (pathBefore === undefined || pathBefore === pathAfter) return pathAfter ?? '';
  return pathAfter === undefined ? pathBefore : `${pathBefore} -> ${pathAfter}`;
}

/** `12,345 -> 12,100 bytes (-245), 3,087 -> 3,025 tokens (-62)` */
function sizeText({ before, after }: BeforeAfter<TextSize>): string {
  return (['bytes', 'tokens'] as const)
    .map((unit) => {
      const [old, now] = [before[unit], after[unit]];
      if (old === now) return `${groupedText(now)} ${unit}`;
      return `${groupedText(old)} -> ${groupedText(now)} ${unit} (${deltaText(now - old)})`;
    })
    .join(', ');
}

function deltaText(delta: number): string {
  if (delta === 0) return '0';
  return `${delta < 0 ? '-' : '+'}${groupedText(Math.abs(delta))}`;
}

function statText(changes: readonly PartChange[]): string {
  const rows = changes.map(({ name, kind, before, after }): Row => [
    name,
    kind,
    deltaText(after.bytes - before.bytes),
    deltaText(after.tokens - before.tokens),
  ]);
  return tableText(['part', 'what', 'bytes', 'tokens'], rows, { left: 2 });
}

/** A summary over many pairs. */
export function corpusDiffText(diff: CorpusDiff): string {
  const { sessions, requests, sections, worst, failures, size, counter } = diff;
  const rows = [
    `sessions  ${sidesText(sessions)}`,
    `requests  ${sidesText(requests)}`,
    `          ${groupedText(requests.equal)} equal, ${groupedText(requests.differ)} differ`,
  ];
  if (requests.differ > 0) rows.push(`those that differ: ${sizeText(size)}, tokens by ${counter}`);
  const parts = [`${rows.join('\n')}\n`];
  const bySection = Object.entries(sections).toSorted(
    ([, one], [, other]) => other.requests - one.requests,
  );
  if (bySection.length > 0) {
    parts.push(
      tableText(
        ['section', 'requests', 'changed', 'added', 'removed', 'moved', 'bytes', 'tokens'],
        bySection.map(sectionRow),
        { left: 1 },
      ),
    );
  }
  if (worst.length > 0) {
    parts.push(
      tableText(
        ['differ most', 'parts', 'bytes', 'tokens'],
        worst.map((pair) => [
          pair.requests.after.id,
          groupedText(pair.changes),
          deltaText(pair.bytesDelta),
          deltaText(pair.tokensDelta),
        ]),
        { left: 1 },
      ),
    );
  }
  if (failures.length > 0) {
    parts.push(failures.map(({ file, message }) => `${file ?? ''}: ${message}\n`).join(''));
  }
  return parts.join('\n');
}

function sectionRow([name, of]: readonly [string, SectionTotals]): Row {
  const counts = [of.requests, of.changed, of.added, of.removed, of.moved].map(groupedText);
  return [name].concat(counts, deltaText(of.bytesDelta), deltaText(of.tokensDelta));
}

function sidesText({ both, onlyBefore, onlyAfter }: SidesCount): string {
  return `${groupedText(both)} on both sides, ${groupedText(onlyBefore)} only in A, ${groupedText(onlyAfter)} only in B`;
}
