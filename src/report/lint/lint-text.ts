/** Findings for people: by file, a line each, with what to do at the end. */

import type { Finding, RequestRange } from './lint-session.js';
import type { LintTotals } from './lint-totals.js';
import { lintRules } from './rules.js';

/** @returns the findings of one file under its name; nothing where there are none */
export function fileText(file: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const lineWidth = Math.max(...findings.map(({ line }) => String(line).length));
  const ruleWidth = Math.max(...findings.map(({ rule }) => rule.length));
  const rows = findings.flatMap((finding) => {
    const { line, severity, rule, message } = finding;
    const number = String(line).padStart(lineWidth);
    const head = `  ${number}  ${severity.padEnd(7)}  ${rule.padEnd(ruleWidth)}  `;
    const where = placeText(finding, file);
    return [`${head}${message}`, ...(where === '' ? [] : [`${' '.repeat(head.length)}${where}`])];
  });
  return `${[file, ...rows].join('\n')}\n\n`;
}

/** `/input/4/content/0 in requests 3 to 9` */
function placeText({ path, requests, file }: Finding, shownFile: string): string {
  const words = [
    file === shownFile ? '' : `in ${file}`,
    path ?? '',
    requests === undefined ? '' : requestsText(requests),
  ];
  return words.filter((word) => word !== '').join(' ');
}

function requestsText({ first, last, count }: RequestRange): string {
  if (first === last) return `in request ${String(first)}`;
  const range = `in requests ${String(first)} to ${String(last)}`;
  return count === last - first + 1 ? range : `${range}, ${String(count)} of them`;
}

/** What to do about each rule that found something, and the totals. */
export function totalsText(totals: LintTotals): string {
  const remedies = lintRules
    .filter(({ id }) => totals.byRule.has(id))
    .flatMap(({ id, title, remedy }) => [
      `${id}: ${title} (${String(totals.byRule.get(id))})`,
      `  ${remedy}`,
    ]);
  const gap = remedies.length === 0 ? [] : [''];
  return `${[...remedies, ...gap, sumText(totals)].join('\n')}\n`;
}

function sumText({ files, filesWithFindings, failures, bySeverity }: LintTotals): string {
  const { error, warning, note } = bySeverity;
  const read = countText(files - failures, 'session');
  const failed = failures === 0 ? '' : `; ${countText(failures, 'file')} could not be read`;
  if (error + warning + note === 0) return `nothing found in ${read}${failed}`;
  const counts = [
    countText(error, 'error'),
    countText(warning, 'warning'),
    ...(note > 0 ? [countText(note, 'note')] : []),
  ];
  return `${counts.join(', ')} in ${String(filesWithFindings)} of ${read}${failed}`;
}

function countText(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}
