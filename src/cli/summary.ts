/** What a finished job came to, in a line or two for people. */

import type { BatchSummary } from '../batch/render-batch.js';
import { bytesText, countText, durationText, rateText } from '../batch/progress.js';

export function summaryText(summary: BatchSummary): string {
  const { sessions, requests, outputBytes, elapsedMs } = summary;
  const rows = [
    `${countText(sessions, 'session')}, ${countText(requests, 'request')}, ${bytesText(outputBytes)} ` +
      `in ${durationText(elapsedMs)} (${rateText(outputBytes, elapsedMs)})`,
  ];
  if (summary.failures > 0) {
    rows.push(`${countText(summary.failures, 'session')} failed: see ${summary.failuresPlace}`);
  }
  const notices = noticeText(summary);
  if (notices !== undefined) rows.push(notices);
  return `${rows.join('\n')}\n`;
}

/** `read past: 12 damaged_line, 1 byte_order_mark` */
function noticeText({ notices, noticesLeftOut }: BatchSummary): string | undefined {
  const counts = Object.entries(notices).map(
    ([code, count]) => `${count.toLocaleString('en-US')} ${code}`,
  );
  if (noticesLeftOut > 0) counts.push(`${noticesLeftOut.toLocaleString('en-US')} more`);
  return counts.length === 0 ? undefined : `read past: ${counts.join(', ')}`;
}
