import { describe, expect, it } from 'vitest';
import { isUuid, metaFault, toSessionMeta } from '../../src/rollout/session-meta.js';
import { type Json, lineTime, meta, threadId } from '../support/rollout-lines.js';

const payload = meta()['payload'] as Json;

describe('metaFault', () => {
  it.each([
    ['a thread id besides', { session_id: threadId }],
    ['no base instructions', { base_instructions: undefined }],
    ['base instructions of null', { base_instructions: null }],
    ['base instructions with more keys', { base_instructions: { text: '', provenance: {} } }],
    ['the mode legacy', { history_mode: 'legacy' }],
    ['the mode paginated', { history_mode: 'paginated' }],
    ['no source', { source: undefined }],
    ["a source we don't know", { source: 'somewhere' }],
    ['a source of its own', { source: { custom: 'x' } }],
    ['an internal source', { source: { internal: 'x' } }],
    ["a sub-agent's source", { source: { subagent: { thread_spawn: {} } } }],
    ['a version of agents', { multi_agent_version: 'v2' }],
    ["keys we don't know", { instructions: 'x', unknown: [] }],
    ['an id in capitals', { id: threadId.toUpperCase() }],
  ])('has nothing against %s', (_, more) => {
    expect(metaFault({ ...payload, ...more })).toBe(undefined);
  });

  it.each(['id', 'timestamp', 'cwd', 'originator', 'cli_version'])('misses %s', (key) => {
    const { [key]: _, ...rest } = payload;
    expect(metaFault(rest)).toEqual({ found: `no "${key}"`, expected: `"${key}" to be a string` });
    expect(metaFault({ ...rest, [key]: 5 })).toEqual({
      found: `"${key}": 5`,
      expected: `"${key}" to be a string`,
    });
  });

  it.each([
    ['an id that is no UUID', { id: 'x' }, 'id', 'a UUID'],
    [
      'base instructions that are a string',
      { base_instructions: 'x' },
      'base_instructions',
      'an object with a "text"',
    ],
    [
      'base instructions without text',
      { base_instructions: {} },
      'base_instructions',
      'an object with a "text"',
    ],
    ['another mode', { history_mode: 'scroll' }, 'history_mode', 'legacy or paginated'],
    [
      'another version of agents',
      { multi_agent_version: 'v3' },
      'multi_agent_version',
      'disabled, v1 or v2',
    ],
    [
      "a source of a kind we don't know",
      { source: { mail: 1 } },
      'source',
      'a name, or an object with one of custom, internal, subagent',
    ],
  ])('names %s', (_, more, ...rest) => {
    const [key, expected] = rest as [string, string];
    expect(metaFault({ ...payload, ...more })).toEqual({
      found: `"${key}": ${JSON.stringify(Object.values(more)[0])}`,
      expected: `"${key}" to be ${expected}`,
    });
  });

  it('quotes no more of what it found than is needed', () => {
    expect(metaFault({ ...payload, history_mode: 'x'.repeat(500) })?.found.length).toBeLessThan(90);
  });
});

describe('toSessionMeta', () => {
  it('takes what renders need', () => {
    const more = {
      session_id: 'root',
      history_mode: 'paginated',
      forked_from_id: 'f',
      parent_thread_id: 'p',
      history_base: { thread_id: 'b', end_ordinal_exclusive: 3, end_byte_offset: 700 },
    };
    expect(toSessionMeta({ ...payload, ...more }, 'fallback')).toEqual({
      id: threadId,
      sessionId: 'root',
      timestamp: lineTime,
      cliVersion: '0.145.0',
      modelProvider: 'mill',
      baseInstructions: 'Grind slowly.',
      isPaginated: true,
      forkedFrom: 'f',
      parentThread: 'p',
      historyBase: { threadId: 'b', endByteOffset: 700, endOrdinalExclusive: 3 },
    });
  });

  it('makes do with nothing', () => {
    expect(toSessionMeta({}, 'fallback')).toEqual({
      id: 'fallback',
      sessionId: 'fallback',
      timestamp: undefined,
      cliVersion: undefined,
      modelProvider: undefined,
      baseInstructions: undefined,
      isPaginated: false,
      forkedFrom: undefined,
      parentThread: undefined,
      historyBase: undefined,
    });
  });

  it('takes no number of a shared prefix that is none', () => {
    for (const bad of [-1, 1.5, '7', null, Number.MAX_SAFE_INTEGER * 2]) {
      const base = { thread_id: 'b', end_byte_offset: bad, end_ordinal_exclusive: bad };
      expect(toSessionMeta({ history_base: base }, '').historyBase).toEqual({
        threadId: 'b',
        endByteOffset: undefined,
        endOrdinalExclusive: undefined,
      });
    }
    expect(toSessionMeta({ history_base: { thread_id: 5 } }, '').historyBase).toBe(undefined);
  });

  it('keeps empty base instructions apart from none', () => {
    expect(toSessionMeta({ base_instructions: { text: '' } }, '').baseInstructions).toBe('');
  });
});

describe('isUuid', () => {
  it('is for the form with hyphens', () => {
    expect([threadId, threadId.toUpperCase()].map(isUuid)).toEqual([true, true]);
    expect([`${threadId}0`, threadId.slice(1), '', 5, null].map(isUuid)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
