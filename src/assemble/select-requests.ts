/** Picks the requests that were asked for (`--at`). */

import { PromptmillError } from '../contract/errors.js';
import type { AtSelector } from '../contract/options.js';
import type { RequestPoint } from '../rollout/find-requests.js';

export interface SelectedRequest {
  readonly at: number;
  readonly point: RequestPoint;
  /** What a resume would send now, not a recorded request. */
  readonly isNext: boolean;
}

/**
 * @param lineCount lines of the rollout, where the next request would stand
 * @throws PromptmillError `no_such_request` when a range begins beyond the last request
 */
export function selectRequests(
  points: readonly RequestPoint[],
  selector: AtSelector,
  lineCount: number,
): readonly SelectedRequest[] {
  const recorded = (from: number, to?: number): SelectedRequest[] =>
    points
      .slice(from, to)
      .map((point, position) => ({ at: from + position, point, isNext: false }));
  switch (selector.kind) {
    case 'all':
      return recorded(0);
    case 'last':
      return recorded(Math.max(0, points.length - 1));
    case 'next':
      return [{ at: points.length, point: nextPoint(lineCount), isNext: true }];
    case 'range':
      if (selector.from >= points.length) {
        throw new PromptmillError(
          'no_such_request',
          `the rollout records no request ${String(selector.from)}`,
          {
            found: `${String(points.length)} requests, numbered from 0`,
            expected: `request ${String(selector.from)}`,
            remedy: 'see `promptmill inspect FILE`',
          },
        );
      }
      return recorded(selector.from, selector.to + 1);
    default:
      return selector satisfies never;
  }
}

function nextPoint(line: number): RequestPoint {
  return { line, kind: 'first', inputStart: line, compactedLine: -1, turnStart: line };
}
