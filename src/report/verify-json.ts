/** A verification as one JSON value. */

import type { Miss } from './find-nearest.js';
import type { VerifyReport } from './verify.js';

export function verifyJson(report: VerifyReport): string {
  const value = {
    ...report,
    misses: report.misses.map(missValue),
    unknown: Object.fromEntries(report.unknown),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function missValue({ traced, nearest }: Miss): unknown {
  const { id, kind, threadId, turnId, file, line } = traced;
  return { traced: { id, kind, threadId, turnId, file, line }, nearest };
}
