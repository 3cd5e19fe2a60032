import { describe, expect, it } from 'vitest';
import { nameUuid, outputNamespace } from '../../src/assemble/name-uuid.js';
import type { RulesId } from '../../src/contract/rules.js';
import { render } from '../support/render-lines.js';
import { item, type Json, meta } from '../support/rollout-lines.js';

const functionCall = (id: string): Json => ({
  type: 'function_call',
  name: 'n',
  arguments: '{}',
  call_id: id,
});
const functionOutput = (id: string, output = 'o'): Json => ({
  type: 'function_call_output',
  call_id: id,
  output,
});
const customCall = (id: string): Json => ({
  type: 'custom_tool_call',
  call_id: id,
  name: 'n',
  input: 'i',
});
const customOutput = (id: string): Json => ({
  type: 'custom_tool_call_output',
  call_id: id,
  output: 'o',
});
const shellCall = (id: string | null): Json => ({
  type: 'local_shell_call',
  call_id: id,
  status: 'completed',
  action: {
    type: 'exec',
    command: [],
    timeout_ms: null,
    working_directory: null,
    env: null,
    user: null,
  },
});
const searchCall = (id: string | null, execution = 'client'): Json => ({
  type: 'tool_search_call',
  call_id: id,
  execution,
  arguments: {},
});
const searchOutput = (id: string | null, execution = 'client'): Json => ({
  type: 'tool_search_output',
  call_id: id,
  status: 'completed',
  execution,
  tools: [],
});

interface SetUp {
  readonly rules?: RulesId;
  readonly itemIds?: 'on' | 'off';
}

/** What is sent for a history of these items. */
function sent(items: readonly Json[], { rules = '0.145', itemIds = 'off' }: SetUp = {}): unknown {
  const { requests } = render([meta(), ...items.map(item)], {
    at: { kind: 'next' },
    rules,
    itemIds,
  });
  const input = requests[0]?.request['input'] as Json[];
  return rules === '0.171' ? input.slice(1) : input;
}

describe('a call without output', () => {
  it('gets one right behind it', () => {
    expect(sent([functionCall('1'), functionCall('2'), functionOutput('2')])).toEqual([
      functionCall('1'),
      functionOutput('1', 'aborted'),
      functionCall('2'),
      functionOutput('2'),
    ]);
  });

  it('gets one of its kind', () => {
    expect(
      sent([customCall('c'), shellCall('s'), searchCall('t'), searchCall('u', 'server')]),
    ).toEqual([
      customCall('c'),
      { ...customOutput('c'), output: 'aborted' },
      shellCall('s'),
      functionOutput('s', 'aborted'),
      searchCall('t'),
      searchOutput('t'),
      searchCall('u', 'server'),
      searchOutput('u'),
    ]);
  });

  it('gets none without a call id', () => {
    expect(sent([shellCall(null), searchCall(null)])).toEqual([shellCall(null), searchCall(null)]);
  });

  it('gets one each time it is made', () => {
    expect(sent([functionCall('1'), functionCall('1')])).toEqual([
      functionCall('1'),
      functionOutput('1', 'aborted'),
      functionCall('1'),
      functionOutput('1', 'aborted'),
    ]);
  });

  it('may have an empty call id', () => {
    expect(sent([functionCall('')])).toEqual([functionCall(''), functionOutput('', 'aborted')]);
  });
});

describe('an output', () => {
  it('may stand before its call, and more than once', () => {
    const items = [functionOutput('1', 'a'), functionOutput('1', 'b'), functionCall('1')];
    expect(sent(items)).toEqual(items);
  });

  it('answers all calls of its id', () => {
    const items = [functionCall('1'), functionCall('1'), functionOutput('1')];
    expect(sent(items)).toEqual(items);
  });

  it('of a function answers a shell call', () => {
    const items = [shellCall('1'), functionOutput('1')];
    expect(sent(items)).toEqual(items);
  });

  it('without a call is left out', () => {
    expect(sent([functionOutput('1'), customOutput('2'), searchOutput('3')])).toEqual([]);
  });

  it('of a search is kept when the server made it or it names no call', () => {
    const items = [searchOutput('1', 'server'), searchOutput(null)];
    expect(sent(items)).toEqual(items);
    expect(sent([searchOutput('1', 'Server'), searchOutput('2', 'other')])).toEqual([]);
  });

  it('of another kind answers nothing', () => {
    expect(sent([customCall('1'), functionOutput('1')])).toEqual([
      customCall('1'),
      { ...customOutput('1'), output: 'aborted' },
    ]);
    expect(sent([functionCall('1'), customOutput('1'), searchOutput('1')])).toEqual([
      functionCall('1'),
      functionOutput('1', 'aborted'),
    ]);
    expect(sent([searchCall('1'), functionOutput('1')])).toEqual([
      searchCall('1'),
      searchOutput('1'),
    ]);
  });

  it('that names no call is read and kept from release 0.171 on', () => {
    const uncalled = [
      { type: 'function_call_output', name: 'goal', namespace: 'agent', output: 'o' },
      { type: 'function_call_output', output: 'o' },
    ];
    expect(sent(uncalled, { rules: '0.171' })).toEqual(uncalled);
    expect(sent(uncalled, { rules: '0.163' })).toHaveLength(1);
    const { call_id: _, ...named } = functionOutput('1');
    expect(sent([{ ...named, call_id: '1', namespace: 'agent' }], { rules: '0.171' })).toEqual([]);
  });
});

describe('the id of an output that was made', () => {
  const known = [
    [{ ...functionCall('1'), id: 'fc_1' }, 'fco', 'fc_1'],
    [{ ...shellCall('1'), id: 'lsh_1' }, 'fco', 'lsh_1'],
    [{ ...customCall('1'), id: 'ctc_1' }, 'ctco', 'ctc_1'],
    [{ ...searchCall('1'), id: 'ts_1' }, 'tso', 'ts_1'],
  ] as const;

  it.each(known)('is made of the id of its call: %j', (call, prefix, id) => {
    const [, output] = sent([call], { itemIds: 'on' }) as Json[];
    expect(output?.['id']).toBe(`${prefix}_${nameUuid(outputNamespace, `${prefix}:${id}`)}`);
    expect(Object.keys(output ?? {}).slice(0, 2)).toEqual(['type', 'id']);
    const [, bare] = sent([call], { itemIds: 'off' }) as Json[];
    expect(bare).not.toHaveProperty('id');
  });

  it('is made even of an id that is not sent itself', () => {
    // Measured on both releases.
    const ids = (call: Json): unknown =>
      (sent([{ ...call, id: 'x' }], { itemIds: 'on' }) as Json[])[1]?.['id'];
    expect(ids(functionCall('1'))).toBe('fco_9ec8b011-cf10-5ac8-a734-77cf0a0f5e50');
    expect(ids(customCall('1'))).toBe('ctco_fc7f3199-26a1-5fd0-b90f-c74d3479738e');
    expect(ids(searchCall('1'))).toBe('tso_e69bb2c2-540b-58dc-b517-bb7997f3f758');
  });

  it('is missing where the call has none', () => {
    for (const id of [undefined, null, '']) {
      const [, output] = sent([{ ...functionCall('1'), id }], { itemIds: 'on' }) as Json[];
      expect(output).toEqual(functionOutput('1', 'aborted'));
    }
  });
});
