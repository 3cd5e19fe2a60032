import { describe, expect, it } from 'vitest';
import { collectPage } from '../../../src/report/html/collect-page.js';
import type { PageData } from '../../../src/report/html/page-data.js';
import { Model } from '../../../src/report/html/page/model.js';
import { createTracer } from '../../../src/trace-sessions.js';
import {
  call,
  item,
  type Line,
  meta,
  output,
  rolloutOf,
  turn,
} from '../../support/rollout-lines.js';

const counter = {
  name: 'bytes/4',
  count: (text: string) => Math.ceil(Buffer.byteLength(text) / 4),
} as const;

function pageOf(lines: readonly Line[], limits = { maxText: 1000, maxTotal: 10_000 }): PageData {
  const traced = createTracer().openBytes(rolloutOf(lines));
  return collectPage(traced, { counter, madeBy: 'promptmill', limits });
}

const session = [
  meta(),
  ...turn('one', 'Fill the hopper.', 'Filled.'),
  ...turn('two', 'Fill the hopper.', 'It is full.'),
  ...turn('three', 'Lift the sluice.', 'Lifted.'),
];

describe('collectPage', () => {
  it('holds each text once, however many requests and parts have it', () => {
    const { texts } = pageOf(session);
    expect(texts.filter((text) => text === 'Fill the hopper.')).toHaveLength(1);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('gives every request again: its parts in order, and all its bytes', () => {
    const data = pageOf(session);
    const model = new Model(data);
    const traced = createTracer().openBytes(rolloutOf(session));
    for (const [index, inference] of [...traced.inferences].entries()) {
      const placed = model.placed(index);
      const bytes = placed.reduce((sum, { part }) => sum + part.bytes, 0);
      const request = model.request(index);
      expect(bytes + request.protocolBytes).toBe(inference.body.length);
      expect(request.addedBytes + request.keptBytes).toBe(inference.body.length);
      const users = placed.filter(({ part }) => part.role === 'user').map(({ part }) => part.text);
      expect(users).toEqual(
        ['Fill the hopper.', 'Fill the hopper.', 'Lift the sluice.'].slice(0, index + 1),
      );
      const paths = new Set(inference.trace.parts.map(({ path }) => path));
      expect(placed.filter(({ path }) => !paths.has(path))).toEqual([]);
    }
  });

  it('tells a request that grew by the parts that were added', () => {
    const [first, second] = pageOf(session).requests;
    expect(second?.keptBytes).toBe(first?.bytes);
    expect(second?.droppedBytes).toBe(0);
  });

  it('names the tool of a call, and the call is read without it', () => {
    const lines = [
      meta(),
      ...turn('one', 'Grind.', 'So be it.').slice(0, -2),
      item(call('c1')),
      item(output('c1', 'flour')),
      ...turn('two', 'More.', 'Done.'),
    ];
    const model = new Model(pageOf(lines));
    const last = model.placed(model.data.requests.length - 1);
    const found = last.find(({ part }) => part.section.id === 'tool_call');
    expect(found?.part).toMatchObject({ title: 'grind', text: '{}', kind: 'item' });
  });

  it('shortens what is too long for a page', () => {
    const { texts } = pageOf([meta(), ...turn('one', 'x'.repeat(5000), 'y')]);
    expect(texts).toContainEqual({
      head: 'x'.repeat(800),
      tail: 'x'.repeat(200),
      hiddenBytes: 4000,
    });
  });
});
