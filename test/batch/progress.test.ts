import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyTotals } from '../../src/batch/collect-reports.js';
import {
  bytesText,
  countText,
  durationText,
  Progress,
  type ProgressMode,
  progressText,
  rateText,
} from '../../src/batch/progress.js';

describe('amounts', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [812_000_000, '812 MB'],
    [1_449_000_000, '1.4 GB'],
    [2e12, '2.0 TB'],
    [2e15, '2000.0 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });

  it.each([
    [0, '0.0 s'],
    [840, '0.8 s'],
    [14_000, '14 s'],
    [200_000, '3 min 20 s'],
    [7_500_000, '2 h 5 min'],
  ])('%d ms are %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('are counted with their noun', () => {
    expect([countText(1, 'session'), countText(1204, 'session')]).toEqual([
      '1 session',
      '1,204 sessions',
    ]);
    expect([rateText(0, 0), rateText(5_000_000, 1000)]).toEqual(['0 B/s', '5 MB/s']);
  });
});

const totals = { ...emptyTotals, sessions: 1204, requests: 33_001, outputBytes: 8_120_000_000 };

describe('the state of a job', () => {
  it('tells counts, speed and the time left', () => {
    const state = { elapsedMs: 10_000, doneBytes: 100, inputBytes: 240 };
    expect(progressText(totals, state)).toBe(
      '1,204 sessions · 33,001 requests · 812 MB/s · 14 s left',
    );
  });

  it('tells failures when there are any, and no time when it is not known', () => {
    const state = { elapsedMs: 10_000, doneBytes: 0, inputBytes: 0 };
    expect(progressText({ ...totals, failures: 2 }, state)).toBe(
      '1,204 sessions · 2 failures · 33,001 requests · 812 MB/s',
    );
  });
});

describe('progress', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function watched(mode: ProgressMode): {
    readonly progress: Progress;
    readonly written: string[];
  } {
    const written: string[] = [];
    const progress = new Progress({ mode, inputBytes: 0, write: (text) => written.push(text) });
    progress.advance(0, { ...emptyTotals, sessions: 2 });
    return { progress, written };
  }

  it('redraws one line on a terminal, and clears it for other lines and at the end', () => {
    const { progress, written } = watched('live');
    vi.advanceTimersByTime(250);
    progress.say('failure\n');
    vi.advanceTimersByTime(200);
    progress.end();
    const line = '\r\u001B[2K2 sessions · 0 requests · 0 B/s';
    expect(written).toEqual([line, '\r\u001B[2K', 'failure\n', line, '\r\u001B[2K']);
  });

  it('adds a line every five seconds elsewhere', () => {
    const { progress, written } = watched('plain');
    vi.advanceTimersByTime(11_000);
    progress.end();
    expect(written).toHaveLength(2);
    expect(written[0]).toBe('2 sessions · 0 requests · 0 B/s\n');
  });

  it('may be silent', () => {
    const { progress, written } = watched('none');
    vi.advanceTimersByTime(11_000);
    progress.end();
    expect(written).toEqual([]);
  });
});
