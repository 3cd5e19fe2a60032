/** What a finished job came to, in a line or two for people. */

import type { BatchSummary } from '../batch/render-batch.js';
import {
  busiestBytes,
  bytesText,
  countText,
  durationText,
  groupedText,
  rateText,
} from '../batch/progress.js';

/** @param passedOver files that were left out since the same rollout was there less compressed */
export function summaryText(summary: BatchSummary, passedOver: number): string {
  const { sessions, requests, inputBytes, outputBytes, elapsedMs } = summary;
  const rows = [
    `${countText(sessions, 'session')}, ${countText(requests, 'request')}, ${bytesText(outputBytes)} from ` +
      `${bytesText(inputBytes)} in ${durationText(elapsedMs)} (${rateText(busiestBytes(summary), elapsedMs)})`,
  ];
  if (summary.failures > 0) {
    rows.push(`${countText(summary.failures, 'session')} failed: see ${summary.failuresPlace}`);
  }
  if (passedOver > 0) {
    rows.push(`${countText(passedOver, 'file')} passed over: the same is there less compressed`);
  }
  const notices = noticeText(summary);
  if (notices !== undefined) rows.push(notices);
  return `${rows.join('\n')}\n`;
}

/** `read past: 12 damaged_line, 1 byte_order_mark` */
function noticeText({ notices, noticesLeftOut }: BatchSummary): string | undefined {
  const counts = Object.entries(notices).map(([code, count]) => `${groupedText(count)} ${code}`);
  if (noticesLeftOut > 0) counts.push(`${groupedText(noticesLeftOut)} more`);
  return counts.length === 0 ? undefined : `read past: ${counts.join(', ')}`;
}
