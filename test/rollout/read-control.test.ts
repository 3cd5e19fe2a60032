import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import {
  isStrictTurnContext,
  readPayload,
  toTurnContext,
  toTurnEvent,
} from '../../src/rollout/read-control.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { narrow } from '../support/narrow-bytes.js';
import { context, type Json, lineBytes, started } from '../support/rollout-lines.js';

describe('readPayload', () => {
  const read = (text: string): unknown => {
    const bytes = Buffer.from(`junk${text}junk`);
    const end = 4 + Buffer.byteLength(text);
    const found = readPayload(inMemory(bytes), 4, end);
    expect(readPayload(narrow(bytes, 5), 4, end)).toEqual(found);
    return found;
  };

  it('gives the payload of a record, and the record itself when it has none', () => {
    expect(read(Buffer.from(lineBytes(started('ä'))).toString())).toEqual({
      type: 'task_started',
      turn_id: 'ä',
    });
    expect(read('{"id":"x"}')).toEqual({ id: 'x' });
    expect(read('{"id":"x","payload":[]}')).toEqual({ id: 'x', payload: [] });
  });

  it.each(['', '{', '{"payload":{}', '[]', '1', 'null', '"x"'])('gives nothing for %j', (text) => {
    expect(read(text)).toBe(undefined);
  });
});

describe('toTurnContext', () => {
  const payload = context('t', {
    effort: 'high',
    personality: 'friendly',
    comp_hash: '1',
    root_turn_id: 't',
  })['payload'] as Json;

  it('takes what a request depends on', () => {
    expect(toTurnContext(7, payload)).toEqual({
      line: 7,
      turnId: 't',
      model: 'stone',
      effort: 'high',
      summary: 'auto',
      personality: 'friendly',
      compHash: '1',
      hasRootTurn: true,
    });
  });

  it('makes do without what is optional', () => {
    expect(toTurnContext(7, context(undefined)['payload'] as Json)).toEqual({
      line: 7,
      turnId: null,
      model: 'stone',
      effort: undefined,
      summary: 'auto',
      personality: undefined,
      compHash: undefined,
      hasRootTurn: false,
    });
    expect(toTurnContext(7, { ...payload, turn_id: null })?.turnId).toBe(null);
  });

  it('is none without a model', () => {
    const { model: _, ...rest } = payload;
    expect(toTurnContext(7, rest)).toBe(undefined);
    expect(toTurnContext(7, { ...payload, model: 5 })).toBe(undefined);
  });
});

describe('isStrictTurnContext', () => {
  const payload = context('t')['payload'] as Json;

  it('is what the reference reader takes', () => {
    expect(isStrictTurnContext(payload)).toBe(true);
    expect(isStrictTurnContext({ ...payload, approval_policy: 'on-failure' })).toBe(true);
    expect(isStrictTurnContext({ ...payload, user_instructions: 'x', truncation_policy: {} })).toBe(
      true,
    );
  });

  it.each(['cwd', 'approval_policy', 'sandbox_policy'])('is not without %s', (key) => {
    const { [key]: _, ...rest } = payload;
    expect(isStrictTurnContext(rest)).toBe(false);
  });

  it('is not with the sandbox policy of 2025', () => {
    expect(isStrictTurnContext({ ...payload, sandbox_policy: { mode: 'read-only' } })).toBe(false);
    expect(isStrictTurnContext({ ...payload, sandbox_policy: 'read-only' })).toBe(false);
  });
});

describe('toTurnEvent', () => {
  it('takes the turn of an event', () => {
    for (const type of [
      'task_started',
      'turn_started',
      'task_complete',
      'turn_complete',
      'turn_aborted',
    ]) {
      expect(toTurnEvent(type, { turn_id: 't' })).toEqual({ turnId: 't', numTurns: 0 });
    }
  });

  it('needs a turn, but not for an interruption', () => {
    for (const type of ['task_started', 'task_complete']) {
      expect(toTurnEvent(type, {})).toBe(undefined);
      expect(toTurnEvent(type, { turn_id: null })).toBe(undefined);
      expect(toTurnEvent(type, { turn_id: 5 })).toBe(undefined);
    }
    expect(toTurnEvent('turn_aborted', {})).toEqual({ turnId: undefined, numTurns: 0 });
    expect(toTurnEvent('turn_aborted', { turn_id: null })).toEqual({
      turnId: undefined,
      numTurns: 0,
    });
    expect(toTurnEvent('turn_aborted', { turn_id: 5 })).toBe(undefined);
  });

  it('takes how many turns a rollback drops', () => {
    expect(toTurnEvent('thread_rolled_back', { num_turns: 3 })).toEqual({
      turnId: undefined,
      numTurns: 3,
    });
    expect(toTurnEvent('thread_rolled_back', { num_turns: 0 })).toEqual({
      turnId: undefined,
      numTurns: 0,
    });
    for (const turns of [-1, 1.5, '1', null, undefined]) {
      expect(toTurnEvent('thread_rolled_back', { num_turns: turns })).toBe(undefined);
    }
  });
});
