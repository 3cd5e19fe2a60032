import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../../../../src/report/html/page-data.js';
import { timelinePaths } from '../../../../src/report/html/page/timeline-paths.js';

function request(
  change: readonly [added: number, kept: number, dropped: number],
  more = {},
): PageRequest {
  const [addedBytes, keptBytes, droppedBytes] = change;
  const bytes = addedBytes + keptBytes;
  const sizes = { bytes, addedBytes, keptBytes, droppedBytes, protocolBytes: 0, prefixBytes: 0 };
  return {
    at: 0,
    kind: 'turn',
    line: 1,
    model: '',
    tokens: 0,
    fidelity: 0,
    list: [],
    ...sizes,
    ...more,
  };
}

const size = { width: 100, height: 114 };

describe('timelinePaths', () => {
  it('stacks what is added on what is kept, and hangs what was dropped below', () => {
    const paths = timelinePaths(
      [
        request([40, 0, 0]),
        request([20, 40, 0], { prefixBytes: 30 }),
        request([30, 10, 40], { kind: 'compaction' }),
      ],
      size,
    );
    expect(paths.ground).toBe(74);
    expect(paths.kept).toBe('M38 34h24v40h-24zM71.3 64h24v10h-24z');
    expect(paths.added).toBe('M4.7 34h24v40h-24zM38 14h24v20h-24zM71.3 34h24v30h-24z');
    expect(paths.dropped).toBe('M71.3 74h24v40h-24z');
    expect(paths.prefix).toBe('M33.3 44h33.3');
    expect(paths.compactions).toBe('M83.3 11l-5 -9h10z');
  });

  it('grows wider than the window when there are many, and has few numbers', () => {
    const paths = timelinePaths(
      Array.from({ length: 500 }, () => request([1, 0, 0])),
      size,
    );
    expect(paths.width).toBe(3500);
    expect(paths.labelled.slice(0, 3)).toEqual([0, 7, 14]);
  });
});
