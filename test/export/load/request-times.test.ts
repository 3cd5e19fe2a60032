import { describe, expect, it } from 'vitest';
import { SessionTimes, TimeLine } from '../../../src/export/load/request-times.js';
import { LossList } from '../../../src/export/loss-list.js';

describe('SessionTimes', () => {
  it('takes recorded times, and lets none run backwards', () => {
    const times = new SessionTimes(100);
    const losses = new LossList();

    expect([
      times.next({ sentAtMs: 200, answeredAtMs: 300, answer: [] }, losses),
      times.next({ sentAtMs: 150, answeredAtMs: 120, answer: [] }, losses),
      times.next({ answer: [] }, losses),
    ]).toEqual([
      { startMs: 200, endMs: 300 },
      { startMs: 200, endMs: 200 },
      { startMs: 200, endMs: 200 },
    ]);
    expect(losses.losses.map(({ code }) => code)).toEqual(['assumed.time']);
  });
});

describe('TimeLine', () => {
  it('begins with the first span and cuts what is idle, not what is under way', () => {
    const line = new TimeLine(10);
    const spans = [
      { startMs: 1000, endMs: 1500 },
      { startMs: 1400, endMs: 1450 },
      { startMs: 1600, endMs: 1600 },
      { startMs: 1605, endMs: 1700 },
    ];

    expect(spans.map((span) => line.place(span))).toEqual([0, 400, 510, 515]);
  });

  it('knows what goes on without being placed', () => {
    const line = new TimeLine(10);
    line.place({ startMs: 0, endMs: 5 });
    line.keepBusy(95);

    expect(line.place({ startMs: 100, endMs: 100 })).toBe(100);
  });
});
