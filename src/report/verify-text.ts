/** A verification for people, and for the scripts that look for its last line. */

import type { ErrorRecord } from '../contract/errors.js';
import type { Difference } from './find-difference.js';
import type { Miss } from './find-nearest.js';
import type { VerifyReport } from './verify.js';

export function verifyText(report: VerifyReport): string {
  const { equal, total } = report;
  const rows = [
    ...report.misses.flatMap(missRows),
    ...report.failures.map(failureRow),
    ...report.taken.map((what) => `taken from the trace: ${what}`),
    ...[...report.unknown].map(([key, reason]) => `not compared: ${key} (${reason})`),
    ...remarks(report),
    `${equal} of ${total} requests equal`,
    `equal ${equal} of ${total}`,
  ];
  return `${rows.join('\n')}\n`;
}

function missRows({ traced, nearest }: Miss): string[] {
  const name = traced.kind === 'inference' ? 'request' : 'compaction request';
  const head = `${traced.file}:${traced.line}: ${name} ${traced.id} of thread ${traced.threadId}`;
  if (nearest === undefined) return [`${head}: no rendered request is left for it`, ''];
  return [
    `${head} is not equal to ${nearest.id} (${nearest.file}:${nearest.line})`,
    ...differenceRows(nearest.difference),
    '',
  ];
}

function differenceRows(difference: Difference): string[] {
  const { path, tracedOffsetBytes, renderedOffsetBytes, items, explanation } = difference;
  const offsets =
    tracedOffsetBytes === renderedOffsetBytes
      ? `byte ${tracedOffsetBytes}`
      : `byte ${tracedOffsetBytes} of the traced one, byte ${renderedOffsetBytes} of the rendered one`;
  const rows = [
    `  first difference: ${path}, ${offsets}`,
    `    traced:   ${difference.traced === '' ? 'nothing' : difference.traced}`,
    `    rendered: ${difference.rendered === '' ? 'nothing' : difference.rendered}`,
  ];
  if (items !== undefined) {
    rows.push(`  input: ${items.traced} items traced, ${items.rendered} rendered`);
  }
  if (explanation !== undefined) rows.push(`  reason: ${explanation}`);
  return rows;
}

function failureRow({ file = '', line, message }: ErrorRecord): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place}: not rendered: ${message}`;
}

function remarks({ equalInPart, withoutRollout, torn }: VerifyReport): string[] {
  const rows = [];
  if (equalInPart > 0) {
    rows.push(
      `compared in part: ${equalInPart} compaction requests, of which the trace holds model, base instructions and input, not as they were sent`,
    );
  }
  if (withoutRollout > 0) {
    rows.push(`left out: ${withoutRollout} traced requests of threads whose rollout was not given`);
  }
  if (torn > 0) rows.push(`left out: ${torn} traced requests that a killed process left torn`);
  return rows;
}
