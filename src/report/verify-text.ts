/** A verification for people, and for the scripts that look for its last line. */

import type { ErrorRecord } from '../contract/errors.js';
import type { Difference } from './find-difference.js';
import type { Miss } from './verify-group.js';
import type { VerifyReport } from './verify.js';

export function verifyText(report: VerifyReport): string {
  const { equal, total } = report;
  const rows = [
    ...report.misses.flatMap(missRows),
    ...report.failures.map(failureRow),
    ...report.taken.map((what) => `taken from the trace: ${what}`),
    ...[...report.unknown].map(([key, reason]) => `not compared: ${key} (${reason})`),
    ...partRows(report),
    ...strangerRows(report),
    `${String(equal)} of ${String(total)} requests equal`,
    `equal ${String(equal)} of ${String(total)}`,
  ];
  return `${rows.join('\n')}\n`;
}

/** The same as one JSON value. */
export function verifyJson(report: VerifyReport): string {
  const { misses, unknown, ...rest } = report;
  const value = {
    ...rest,
    unknown: Object.fromEntries(unknown),
    misses: misses.map(({ traced: { read: _, ...traced }, ...miss }) => ({ traced, ...miss })),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function missRows({ traced, nearest, difference }: Miss): string[] {
  const name = traced.kind === 'inference' ? 'request' : 'compaction request';
  const head = `${traced.file}:${String(traced.line)}: ${name} ${traced.id} of thread ${traced.threadId}`;
  if (nearest === undefined || difference === undefined) return [`${head}: no rendered request is left for it`, ''];
  return [
    `${head} is not equal to ${nearest.id} (${nearest.file}:${String(nearest.line)})`,
    ...differenceRows(difference),
    '',
  ];
}

function differenceRows(difference: Difference): string[] {
  const { path, tracedOffsetBytes, renderedOffsetBytes, items, explanation } = difference;
  const offsets =
    tracedOffsetBytes === renderedOffsetBytes
      ? `byte ${String(tracedOffsetBytes)}`
      : `byte ${String(tracedOffsetBytes)} of the traced one, byte ${String(renderedOffsetBytes)} of the rendered one`;
  return [
    `  first difference: ${path}, ${offsets}`,
    `    traced:   ${difference.traced === '' ? 'nothing' : difference.traced}`,
    `    rendered: ${difference.rendered === '' ? 'nothing' : difference.rendered}`,
    ...(items === undefined ? [] : [`  input: ${String(items.traced)} items traced, ${String(items.rendered)} rendered`]),
    ...(explanation === undefined ? [] : [`  ${explanation}`]),
  ];
}

function failureRow({ file, line, message }: ErrorRecord): string {
  const place = line === undefined ? (file ?? '') : `${file ?? ''}:${String(line)}`;
  return `${place}: not rendered: ${message}`;
}

function partRows({ equalInPart }: VerifyReport): string[] {
  if (equalInPart === 0) return [];
  return [
    `${String(equalInPart)} compaction requests compared in part: the trace has only their model, base instructions and input, without the item ids and labels that were sent`,
  ];
}

function strangerRows({ withoutRollout }: VerifyReport): string[] {
  if (withoutRollout === 0) return [];
  return [`left out: ${String(withoutRollout)} traced requests of threads whose rollout was not given`];
}
