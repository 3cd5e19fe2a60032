import { describe, expect, it } from 'vitest';
import { findBaseline, type BaselineLine } from '../../src/context/find-baseline.js';

const started = (turnId: string): BaselineLine => ({ kind: 'started', turnId });
const done = (turnId: string): BaselineLine => ({ kind: 'completed', turnId });
const context = (turnId: string, model = turnId): BaselineLine => ({
  kind: 'turn_context',
  turnId,
  model,
});
const user: BaselineLine = { kind: 'item', isBoundary: true };
const answer: BaselineLine = { kind: 'item', isBoundary: false };
const rollBack = (turns: number): BaselineLine => ({ kind: 'rolled_back', turns });
const compacted = (isLegacy = false): BaselineLine => ({ kind: 'compacted', isLegacy });
const state = (value: unknown): BaselineLine => ({ kind: 'full', state: value });

function turn(id: string, ...lines: readonly BaselineLine[]): readonly BaselineLine[] {
  return [started(id), context(id), user, ...lines, answer, done(id)];
}

const told = (id: string) => ({ reference: { model: id }, previous: { model: id } });

describe('findBaseline', () => {
  it('takes the newest turn', () => {
    expect(findBaseline([...turn('t1'), ...turn('t2')])).toEqual(told('t2'));
    expect(findBaseline([])).toEqual({});
  });

  it('passes over turns that were rolled back, with their world state (2.7 no. 1–3)', () => {
    const lines = [...turn('t1', state({ a: 1 })), ...turn('t2', state({ a: 2 }))];
    expect(findBaseline([...lines, rollBack(1)])).toEqual({ ...told('t1'), worldState: { a: 1 } });
    expect(findBaseline([...lines, rollBack(0)])).toEqual({ ...told('t2'), worldState: { a: 2 } });
    expect(findBaseline([...lines, rollBack(5)])).toEqual({});
  });

  it('tells all anew after a compaction, but remembers the turn before', () => {
    const lines = [...turn('t1', state({ a: 1 })), started('t2'), compacted(), done('t2')];
    expect(findBaseline(lines)).toEqual({ previous: { model: 't1' } });
    expect(findBaseline([...lines, ...turn('t3')])).toEqual(told('t3'));
  });

  it('goes on from a compaction that told the context within its turn', () => {
    const lines = [...turn('t1'), started('t2'), context('t2'), user, compacted(), state({ a: 3 })];
    expect(findBaseline([...lines, context('t2'), answer, done('t2')])).toEqual({
      ...told('t2'),
      worldState: { a: 3 },
    });
  });

  it('tells all anew where a compaction without replacement is rebuilt', () => {
    expect(findBaseline([...turn('t1'), compacted(true), ...turn('t2')])).toEqual({
      previous: { model: 't2' },
    });
    expect(
      findBaseline([...turn('t1'), compacted(true), ...turn('t2'), compacted(), ...turn('t3')]),
    ).toEqual(told('t3'));
  });

  it('needs a user’s words for a turn to count (2.7 no. 20)', () => {
    expect(findBaseline([...turn('t1'), started('t2'), context('t2'), done('t2')])).toEqual(
      told('t1'),
    );
  });

  it('keeps the oldest settings of a turn and the newest reference', () => {
    const lines = [started('t1'), context('t1', 'a'), user, context('t1', 'b'), done('t1')];
    expect(findBaseline(lines)).toEqual({ reference: { model: 'b' }, previous: { model: 'a' } });
  });

  it('reads turns that were cut off, interrupted, or have no events (2.7 no. 21, 22, 31)', () => {
    expect(findBaseline([context('t1'), user])).toEqual(told('t1'));
    const aborted: BaselineLine = { kind: 'aborted', turnId: undefined };
    expect(findBaseline([...turn('t1'), started('t2'), context('t2'), user, aborted])).toEqual(
      told('t2'),
    );
  });

  it('counts the steps of one turn as one (2.7 no. 14)', () => {
    const lines = [...turn('t1'), ...turn('t2', user, answer), rollBack(1)];
    expect(findBaseline(lines)).toEqual(told('t1'));
  });

  it('lets turns whose ids do not match run together (2.7 no. 23)', () => {
    const lines = [...turn('t1'), started('x'), context('t2'), user, answer, done('t2')];
    expect(findBaseline([...lines, rollBack(1)])).toEqual({});
  });
});
