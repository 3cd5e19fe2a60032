import { describe, expect, it } from 'vitest';
import type { RulesId } from '../../src/contract/rules.js';
import { decodeOne, sentAs } from '../support/decode-one.js';
import type { Json } from '../support/rollout-lines.js';

const releases: readonly RulesId[] = ['0.145', '0.171'];

/** Items that are sent as they were recorded, by type. */
const canonical: readonly Json[] = [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hé 🦀 "there"\n' }] },
  {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: '' }],
    phase: 'final_answer',
  },
  { type: 'message', role: 'assistant', content: [], phase: 'commentary' },
  {
    type: 'message',
    role: 'narrator',
    content: [
      { type: 'input_text', text: 'a' },
      { type: 'output_text', text: 'b' },
    ],
  },
  {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_image', image_url: 'attached:1', detail: 'high' }],
  },
  {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_audio', audio_url: 'data:audio/wav;base64,AAAA' }],
  },
  { type: 'message', role: '', content: [] },
  {
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 's' }],
    content: null,
    encrypted_content: 'e',
  },
  {
    type: 'reasoning',
    summary: [],
    content: [{ type: 'reasoning_text', text: 'r' }],
    encrypted_content: null,
  },
  {
    type: 'reasoning',
    summary: [],
    content: [
      { type: 'reasoning_text', text: 'r' },
      { type: 'text', text: 't' },
    ],
    encrypted_content: null,
  },
  { type: 'function_call', name: 'n', arguments: '{"a":1}', call_id: 'c' },
  { type: 'function_call', name: 'n', namespace: 's', arguments: 'not json', call_id: 'c' },
  { type: 'function_call_output', call_id: 'c', output: 'o' },
  {
    type: 'function_call_output',
    call_id: 'c',
    output: [
      { type: 'input_text', text: 'o' },
      { type: 'encrypted_content', encrypted_content: 'e' },
    ],
  },
  { type: 'custom_tool_call', status: 'completed', call_id: 'c', name: 'n', input: 'i' },
  { type: 'custom_tool_call', call_id: 'c', name: 'n', input: '' },
  { type: 'custom_tool_call_output', call_id: 'c', output: 'o' },
  { type: 'custom_tool_call_output', call_id: 'c', name: 'n', output: [] },
  {
    type: 'local_shell_call',
    call_id: null,
    status: 'completed',
    action: {
      type: 'exec',
      command: ['ls', '-l'],
      timeout_ms: null,
      working_directory: null,
      env: null,
      user: null,
    },
  },
  {
    type: 'local_shell_call',
    call_id: 'c',
    status: 'in_progress',
    action: {
      type: 'exec',
      command: [],
      timeout_ms: 5,
      working_directory: '/w',
      env: { A: 'b' },
      user: 'u',
    },
  },
  {
    type: 'tool_search_call',
    call_id: 'c',
    status: 'completed',
    execution: 'client',
    arguments: { q: [1, null] },
  },
  { type: 'tool_search_call', call_id: null, execution: 'server', arguments: 'q' },
  { type: 'tool_search_call', call_id: '', status: 'odd', execution: 'odd', arguments: [1.5, 'q'] },
  {
    type: 'tool_search_output',
    call_id: null,
    status: 'completed',
    execution: 'server',
    tools: [{ name: 't' }],
  },
  {
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query: 'q', queries: ['q'] },
  },
  { type: 'web_search_call', action: { type: 'open_page', url: 'u' } },
  { type: 'web_search_call', action: { type: 'find_in_page', url: 'u', pattern: 'p' } },
  { type: 'web_search_call' },
  { type: 'image_generation_call', status: 'completed', revised_prompt: 'p', result: 'AAAA' },
  { type: 'image_generation_call', status: 'completed', result: '' },
  { type: 'compaction', encrypted_content: 'e' },
  { type: 'context_compaction', encrypted_content: 'e' },
  { type: 'context_compaction', encrypted_content: '' },
  { type: 'context_compaction' },
  { type: 'agent_message', author: 'anyone', recipient: '', content: [] },
  {
    type: 'agent_message',
    author: '/root',
    recipient: '/root/a',
    content: [
      { type: 'input_text', text: 't' },
      { type: 'encrypted_content', encrypted_content: 'e' },
    ],
  },
  { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'f' }] },
];

const named = canonical.map((item) => [JSON.stringify(item), item] as const);

describe('an item in canonical form', () => {
  it.each(named)('is one range of the rollout: %s', (text, item) => {
    for (const rules of releases) {
      const { json, pieces } = decodeOne(item, { rules }) ?? {};
      expect({ json, pieces }).toEqual({ json: text, pieces: 1 });
    }
  });
});

describe('an item spelled otherwise', () => {
  const flipped = (item: Json): Json => Object.fromEntries(Object.entries(item).toReversed());

  it.each(named)('is sent in canonical form: %s', (text, item) => {
    const spellings = [
      JSON.stringify(flipped(item)),
      JSON.stringify(item, undefined, '\t').replaceAll('\n', ' '),
      text.replace('{', '{"end_turn":true,"unknown":{"a":[1]},'),
      text.replace(/\}$/, ',"unknown":[{"type":"message"}]}'),
      text.replace('"type":', '"\\u0065xtra":1,"type":'),
      text.replace('{', '{"type":"ghost_snapshot",'),
      text.replace('"type"', '"id":null,"type"'),
      text.replace('"type"', '"internal_chat_message_metadata_passthrough":null,"type"'),
    ];
    for (const spelling of spellings) {
      for (const rules of releases) expect(sentAs(spelling, { rules })).toBe(text);
    }
  });

  it('has its strings in the short spelling, and what is no string as it was', () => {
    const spelled =
      '{"type":"message","role":"user","content":[{"type":"input_text","text":"\\u0041\\/\\u00e9\\ud83e\\udd80\\u000a"}]}';
    const expected =
      '{"type":"message","role":"user","content":[{"type":"input_text","text":"A/é🦀\\n"}]}';
    expect(sentAs(spelled)).toBe(expected);
    const call =
      '{"type":"tool_search_call","call_id":null,"execution":"client","arguments":{"n": [1.50, 1e3, -0 ], "s":"\\/"}}';
    expect(sentAs(call)).toBe(
      '{"type":"tool_search_call","call_id":null,"execution":"client","arguments":{"n":[1.50,1e+3,0],"s":"/"}}',
    );
  });

  it('takes the last of a key given twice', () => {
    const twice =
      '{"type":"function_call","name":"a","arguments":"","name":"b","call_id":"c","arguments":"{}"}';
    expect(sentAs(twice)).toBe(
      '{"type":"function_call","name":"b","arguments":"{}","call_id":"c"}',
    );
  });

  it('keeps a lone surrogate only where the loader does', () => {
    const text =
      '{"type":"message","role":"user","content":[{"type":"input_text","text":"\\ud83e"}]}';
    expect(sentAs(text)).toBe(undefined);
    expect(sentAs(text, { acceptsLoneSurrogates: true })).toBe(text);
    expect(sentAs(text.replace('"role"', ' "role"'), { acceptsLoneSurrogates: true })).toBe(text);
  });

  const absent: readonly (readonly [string, Json, Json])[] = [
    [
      'reasoning gets null for what it lacks',
      { type: 'reasoning', summary: [] },
      { type: 'reasoning', summary: [], content: null, encrypted_content: null },
    ],
    [
      'reasoning without reasoning text has no content',
      { type: 'reasoning', summary: [], content: [{ type: 'text', text: 't' }] },
      { type: 'reasoning', summary: [], encrypted_content: null },
    ],
    [
      'reasoning with empty content has none',
      { type: 'reasoning', summary: [], content: [] },
      { type: 'reasoning', summary: [], encrypted_content: null },
    ],
    [
      'a phase of null is left out',
      { type: 'message', role: 'user', content: [], phase: null },
      { type: 'message', role: 'user', content: [] },
    ],
    [
      'a namespace of null is left out',
      { type: 'function_call', name: 'n', namespace: null, arguments: '', call_id: 'c' },
      { type: 'function_call', name: 'n', arguments: '', call_id: 'c' },
    ],
    [
      'a status of null is left out',
      { type: 'custom_tool_call', status: null, call_id: 'c', name: 'n', input: 'i' },
      { type: 'custom_tool_call', call_id: 'c', name: 'n', input: 'i' },
    ],
    [
      'a tool search without call id gets null',
      { type: 'tool_search_call', execution: 'client', arguments: {} },
      { type: 'tool_search_call', call_id: null, execution: 'client', arguments: {} },
    ],
    [
      'a shell call gets null for what it lacks',
      { type: 'local_shell_call', status: 'incomplete', action: { type: 'exec', command: ['a'] } },
      {
        type: 'local_shell_call',
        call_id: null,
        status: 'incomplete',
        action: {
          type: 'exec',
          command: ['a'],
          timeout_ms: null,
          working_directory: null,
          env: null,
          user: null,
        },
      },
    ],
    [
      'an unknown web action becomes other',
      { type: 'web_search_call', action: { type: 'jump', url: 'u' } },
      { type: 'web_search_call', action: { type: 'other' } },
    ],
    [
      'a web action that is other stays so',
      { type: 'web_search_call', action: { type: 'other', url: 'u' } },
      { type: 'web_search_call', action: { type: 'other' } },
    ],
    [
      'a web action keeps its own keys alone',
      { type: 'web_search_call', action: { type: 'search', query: 'q', url: 'u', pattern: 'p' } },
      { type: 'web_search_call', action: { type: 'search', query: 'q' } },
    ],
    [
      'a web action of null is left out',
      { type: 'web_search_call', status: 'completed', action: null },
      { type: 'web_search_call', status: 'completed' },
    ],
    [
      'an old name of a compaction gives way to the new one',
      { type: 'compaction_summary', encrypted_content: 'e' },
      { type: 'compaction', encrypted_content: 'e' },
    ],
    [
      'a detail of null is left out',
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_image', image_url: 'a', detail: null }],
      },
      { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'a' }] },
    ],
  ];

  it.each(absent)('%s', (_, item, expected) => {
    for (const rules of releases) expect(sentAs(item, { rules })).toBe(JSON.stringify(expected));
  });
});

describe('an item that the reference reader does not take', () => {
  const text = [{ type: 'input_text', text: 't' }];
  const message = { type: 'message', role: 'user', content: text };
  const call = { type: 'function_call', name: 'n', arguments: '', call_id: 'c' };
  const shell = {
    type: 'local_shell_call',
    status: 'completed',
    action: { type: 'exec', command: [] },
  };
  const without = (item: Json, key: string): Json =>
    Object.fromEntries(Object.entries(item).filter(([name]) => name !== key));
  const part = (value: unknown): Json => ({ ...message, content: [value] });

  const refused: readonly Json[] = [
    {},
    { type: 5 },
    { type: null, role: 'user', content: [] },
    without(message, 'type'),
    without(message, 'role'),
    without(message, 'content'),
    { ...message, role: 1 },
    { ...message, content: 'text' },
    { ...message, content: null },
    { ...message, phase: 'other' },
    { ...message, phase: 1 },
    { ...message, id: 7 },
    { ...message, id: ['a'] },
    { ...message, internal_chat_message_metadata_passthrough: 'm' },
    part({ type: 'input_file', file_id: 'f' }),
    part('t'),
    part({ text: 't' }),
    part({ type: 'input_text' }),
    part({ type: 'input_text', text: null }),
    part({ type: 'text', text: 't' }),
    part({ type: 'refusal', refusal: 'r' }),
    part({ type: 'summary_text', text: 't' }),
    part({ type: 'reasoning_text', text: 't' }),
    part({ type: 'encrypted_content', encrypted_content: 'e' }),
    part({ type: 'input_image', image_url: { url: 'u' } }),
    part({ type: 'input_image' }),
    part({ type: 'input_image', image_url: 'u', detail: 'huge' }),
    part({ type: 'input_image', image_url: 'u', detail: 1 }),
    part({ type: 'input_audio' }),
    { type: 'reasoning' },
    { type: 'reasoning', summary: null },
    { type: 'reasoning', summary: [{ type: 'input_text', text: 't' }] },
    { type: 'reasoning', summary: ['t'] },
    { type: 'reasoning', summary: [], content: 'c' },
    { type: 'reasoning', summary: [], content: [{ type: 'output_text', text: 't' }] },
    { type: 'reasoning', summary: [], encrypted_content: 1 },
    ...['name', 'arguments', 'call_id'].map((key) => without(call, key)),
    { ...call, arguments: {} },
    { ...call, call_id: null },
    { ...call, namespace: 1 },
    { type: 'function_call_output', call_id: 'c' },
    { type: 'function_call_output', call_id: 'c', output: null },
    { type: 'function_call_output', call_id: 'c', output: 1 },
    { type: 'function_call_output', call_id: 'c', output: { content: 'o', success: true } },
    { type: 'function_call_output', call_id: 'c', output: [{ type: 'output_text', text: 't' }] },
    { type: 'function_call_output', call_id: 'c', output: ['t'] },
    { type: 'custom_tool_call', call_id: 'c', name: 'n' },
    { type: 'custom_tool_call', call_id: 'c', input: 'i' },
    { type: 'custom_tool_call', name: 'n', input: 'i' },
    { type: 'custom_tool_call_output', output: 'o' },
    { type: 'custom_tool_call_output', call_id: 'c', output: null },
    without(shell, 'status'),
    without(shell, 'action'),
    { ...shell, status: 'done' },
    { ...shell, action: { type: 'exec' } },
    { ...shell, action: { type: 'exec', command: 'ls' } },
    { ...shell, action: { type: 'exec', command: [1] } },
    { ...shell, action: { type: 'run', command: [] } },
    { ...shell, action: { type: 'exec', command: [], timeout_ms: 'soon' } },
    { ...shell, action: { type: 'exec', command: [], env: [] } },
    { type: 'tool_search_call', execution: 'client' },
    { type: 'tool_search_call', arguments: {} },
    { type: 'tool_search_output', status: 'completed', execution: 'client' },
    { type: 'tool_search_output', status: 'completed', tools: [] },
    { type: 'tool_search_output', execution: 'client', tools: [] },
    { type: 'web_search_call', action: 'search' },
    { type: 'web_search_call', action: {} },
    { type: 'web_search_call', action: { type: 'search', query: 1 } },
    { type: 'image_generation_call', result: '' },
    { type: 'image_generation_call', status: 'completed' },
    { type: 'image_generation_call', status: 'completed', result: null },
    { type: 'compaction' },
    { type: 'compaction', encrypted_content: null },
    { type: 'context_compaction', encrypted_content: 1 },
    { type: 'agent_message', author: 'a', content: [] },
    { type: 'agent_message', recipient: 'a', content: [] },
    { type: 'agent_message', author: 'a', recipient: 'b' },
    {
      type: 'agent_message',
      author: 'a',
      recipient: 'b',
      content: [{ type: 'output_text', text: 't' }],
    },
    { type: 'additional_tools', role: 'developer' },
    { type: 'additional_tools', tools: [] },
  ];

  it.each(refused.map((item) => [JSON.stringify(item), item] as const))(
    'is refused: %s',
    (_, item) => {
      expect(sentAs(item)).toBe(undefined);
    },
  );

  it.each(['"text"', '[]', '1', 'null'])('is refused when it is no object but %s', (value) => {
    expect(sentAs(value)).toBe(undefined);
  });
});

describe('old forms', () => {
  const output = {
    type: 'function_call_output',
    call_id: 'c',
    output: { content: 'o', success: false },
  };
  const untyped = { role: 'user', content: [{ type: 'input_text', text: 't' }] };

  it('are taken where the loader accepts them', () => {
    const setUp = { acceptsOldForms: true };
    expect(sentAs(output, setUp)).toBe(
      '{"type":"function_call_output","call_id":"c","output":"o"}',
    );
    expect(sentAs(untyped, setUp)).toBe(JSON.stringify({ type: 'message', ...untyped }));
  });

  it('are refused even then when they lack what is needed', () => {
    const setUp = { acceptsOldForms: true };
    expect(sentAs({ ...output, output: { success: true } }, setUp)).toBe(undefined);
    expect(sentAs({ content: [] }, setUp)).toBe(undefined);
  });
});

describe('a placeholder type', () => {
  it.each([
    ['other', 'other'],
    ['not_known_to_us', 'other'],
    ['compaction_trigger', 'compaction_trigger'],
  ])('%s is sent bare, and never recorded', (type, sent) => {
    const { json, flags } = decodeOne({ type, role: 'user', text: 't' }) ?? {};
    expect({ json, flags }).toEqual({ json: `{"type":"${sent}"}`, flags: ['unrecorded'] });
  });

  it('counts a system message among what is never recorded', () => {
    const system = { type: 'message', role: 'system', content: [] };
    expect(decodeOne(system)?.flags).toEqual(['system', 'unrecorded']);
  });
});

describe('an id', () => {
  const withId = (id: unknown): Json => ({ type: 'message', id, role: 'user', content: [] });
  const without = '{"type":"message","role":"user","content":[]}';

  // Measured on both releases: what counts is the first `_`.
  it.each([
    'msg_1',
    'MSG_1',
    'rs_1',
    'a_b',
    'a__',
    'a__b',
    'a_b_',
    '1_1',
    'a-b_1',
    ' a_1',
    'a_ ',
    ' _a',
    'é_1',
    'a_é',
    'a_\n',
    '\u00a0_1',
    `a_${'1'.repeat(3000)}`,
  ])('is sent where ids are: %j', (id) => {
    expect(decodeOne(withId(id), { sendsIds: true })).toMatchObject({
      json: JSON.stringify(withId(id)),
      itemId: id,
    });
    expect(decodeOne(withId(id))).toMatchObject({ json: without, itemId: id });
  });

  it.each([
    'x',
    'msg',
    'msg1',
    'msg-1',
    '_',
    '__',
    '_1',
    '__b',
    'msg_',
    'null',
    '\uff3f1',
    'a\uff3f1',
  ])('is left out without something around its first underscore: %j', (id) => {
    expect(decodeOne(withId(id), { sendsIds: true })).toMatchObject({ json: without, itemId: id });
  });

  it.each(['', null])('is none when it is %j', (id) => {
    expect(decodeOne(withId(id), { sendsIds: true })).toMatchObject({
      json: without,
      itemId: undefined,
    });
  });
});

describe('metadata', () => {
  const key = 'internal_chat_message_metadata_passthrough';
  const openAi = { sendsIds: true, sendsMetadata: true } as const;
  const call = { type: 'function_call', name: 'n', arguments: '', call_id: 'c' };
  const twoParts = {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: 'a' },
      { type: 'input_text', text: 'b' },
    ],
  };

  /** The metadata that is sent for metadata that was recorded. */
  function metadataAs(item: Json, recorded: unknown, rules: RulesId): unknown {
    const json = sentAs(
      { ...item, ...(recorded === undefined ? {} : { [key]: recorded }) },
      { ...openAi, rules },
    );
    return json === undefined ? 'refused' : (JSON.parse(json) as Json)[key];
  }

  const framed = canonical.filter(({ type }) => type !== 'additional_tools');

  it.each(framed.map((item) => [JSON.stringify(item), item] as const))(
    'and an id frame the keys of every type: %s',
    (text, { type, ...rest }) => {
      const whole = JSON.stringify({ type, id: 'x_1', ...rest, [key]: { turn_id: 't' } });
      expect(decodeOne(whole, openAi)).toMatchObject({ json: whole, pieces: 1 });
      expect(sentAs(whole)).toBe(text);
      expect(sentAs(whole, { sendsIds: true })).toBe(JSON.stringify({ type, id: 'x_1', ...rest }));
    },
  );

  it('of tools is never sent', () => {
    const tools = { type: 'additional_tools', id: 'at_1', role: 'developer', tools: [] };
    expect(sentAs({ ...tools, [key]: { turn_id: 't' } }, openAi)).toBe(JSON.stringify(tools));
  });

  it('is the turn alone before release 0.150', () => {
    const recorded = { cell_id: 1, turn_id: 't', create_time: 1.5, content_item_kinds: ['k'] };
    expect(metadataAs(twoParts, recorded, '0.145')).toEqual({ turn_id: 't' });
    expect(metadataAs(twoParts, {}, '0.145')).toEqual({});
    expect(metadataAs(call, { turn_id: null }, '0.145')).toEqual({});
    expect(metadataAs(call, null, '0.145')).toBe(undefined);
    expect(metadataAs(twoParts, undefined, '0.145')).toBe(undefined);
  });

  it('is sent in its order and with its own keys alone from then on', () => {
    const recorded =
      '{"extra":1,"content_item_kinds":["a","b"],"create_time":1785852000.50,"turn_id":"t"}';
    const whole = JSON.stringify(twoParts).replace(/\}$/, `,"${key}":${recorded}}`);
    expect(sentAs(whole, { ...openAi, rules: '0.171' })).toBe(
      JSON.stringify(twoParts).replace(
        /\}$/,
        `,"${key}":{"turn_id":"t","create_time":1785852000.50,"content_item_kinds":["a","b"]}}`,
      ),
    );
  });

  it.each([
    [undefined, ['unknown', 'unknown']],
    [null, ['unknown', 'unknown']],
    [[], ['unknown', 'unknown']],
    [['a'], ['a', 'unknown']],
    [
      ['a', ''],
      ['a', ''],
    ],
    [
      ['a', 'b', 'c'],
      ['a', 'b'],
    ],
    ['a', ['unknown', 'unknown']],
  ])('labels each part of a message once: %j', (kinds, expected) => {
    const recorded = { turn_id: 't', content_item_kinds: kinds };
    expect(metadataAs(twoParts, recorded, '0.171')).toEqual({
      turn_id: 't',
      content_item_kinds: expected,
    });
  });

  it('labels the parts of a message that has none', () => {
    expect(metadataAs(twoParts, undefined, '0.171')).toEqual({
      content_item_kinds: ['unknown', 'unknown'],
    });
    expect(metadataAs(twoParts, null, '0.171')).toEqual({
      content_item_kinds: ['unknown', 'unknown'],
    });
    expect(metadataAs({ ...twoParts, content: [] }, {}, '0.171')).toEqual({
      content_item_kinds: [],
    });
    expect(metadataAs(twoParts, undefined, '0.150')).toEqual({
      content_item_kinds: ['unknown', 'unknown'],
    });
  });

  it('of other items keeps its labels, and is none when nothing is left of it', () => {
    expect(metadataAs(call, { content_item_kinds: ['a', 'b'] }, '0.171')).toEqual({
      content_item_kinds: ['a', 'b'],
    });
    expect(metadataAs(call, {}, '0.171')).toBe(undefined);
    expect(metadataAs(call, { cell_id: 1 }, '0.171')).toBe(undefined);
    expect(metadataAs(call, undefined, '0.171')).toBe(undefined);
  });
});

describe('what release 0.171 keeps and earlier ones drop', () => {
  const refusedBefore = (item: Json): void => {
    expect(sentAs(item, { rules: '0.163' })).toBe(undefined);
  };

  it('is the status of messages and calls, in front of the id', () => {
    const message = {
      type: 'message',
      status: 'completed',
      id: 'msg_1',
      role: 'assistant',
      content: [],
    };
    const call = {
      type: 'function_call',
      status: 'odd',
      id: 'fc_1',
      name: 'n',
      arguments: '',
      call_id: 'c',
    };
    for (const item of [message, call]) {
      const { status: _, ...bare } = item;
      expect(decodeOne(item, { rules: '0.171', sendsIds: true })).toMatchObject({
        json: JSON.stringify(item),
        pieces: 1,
      });
      expect(sentAs(item, { rules: '0.163', sendsIds: true })).toBe(JSON.stringify(bare));
      expect(sentAs({ ...item, status: 5 }, { rules: '0.163', sendsIds: true })).toBe(
        JSON.stringify(bare),
      );
      expect(sentAs({ ...item, status: 5 }, { rules: '0.171' })).toBe(undefined);
    }
  });

  it('is what belongs to an output text', () => {
    const part = {
      type: 'output_text',
      text: 't',
      annotations: [],
      logprobs: [{ token: 'x', b: 1, a: 2 }],
    };
    const message = { type: 'message', role: 'assistant', content: [part] };
    expect(sentAs(message, { rules: '0.171' })).toBe(JSON.stringify(message));
    expect(sentAs(message, { rules: '0.163' })).toBe(
      '{"type":"message","role":"assistant","content":[{"type":"output_text","text":"t"}]}',
    );
    const nulls = { ...message, content: [{ ...part, annotations: null, logprobs: null }] };
    expect(sentAs(nulls, { rules: '0.171' })).toBe(
      '{"type":"message","role":"assistant","content":[{"type":"output_text","text":"t"}]}',
    );
  });

  it('is a further phase', () => {
    const message = { type: 'message', role: 'assistant', content: [], phase: 'partial_answer' };
    expect(sentAs(message, { rules: '0.171' })).toBe(JSON.stringify(message));
    refusedBefore(message);
  });

  it('is an output that names no call, and the names of outputs', () => {
    const output = { type: 'function_call_output', name: 'n', namespace: 'agent', output: 'o' };
    expect(decodeOne(output, { rules: '0.171' })).toMatchObject({
      json: JSON.stringify(output),
      callId: undefined,
    });
    refusedBefore(output);
    const called = {
      type: 'function_call_output',
      call_id: 'c',
      name: 'n',
      namespace: 's',
      output: 'o',
    };
    expect(sentAs(called, { rules: '0.171' })).toBe(JSON.stringify(called));
    expect(sentAs(called, { rules: '0.163' })).toBe(
      '{"type":"function_call_output","call_id":"c","output":"o"}',
    );
    expect(sentAs({ ...output, call_id: null }, { rules: '0.171' })).toBe(JSON.stringify(output));
    for (const type of ['custom_tool_call_output']) {
      expect(sentAs({ ...output, type }, { rules: '0.171' })).toBe(undefined);
    }
  });

  it.each([
    { type: 'message', role: 'user', content: [] },
    { type: 'function_call', name: 'n', arguments: '', call_id: 'c' },
    { type: 'custom_tool_call', call_id: 'c', name: 'n', input: 'i' },
    {
      type: 'local_shell_call',
      call_id: null,
      status: 'completed',
      action: {
        type: 'exec',
        command: [],
        timeout_ms: null,
        working_directory: null,
        env: null,
        user: null,
      },
    },
    { type: 'tool_search_call', call_id: null, execution: 'client', arguments: {} },
    { type: 'web_search_call' },
    { type: 'image_generation_call', status: 's', result: '' },
  ])('is encrypted content, for one provider: $type', ({ type, ...rest }) => {
    const sealed = { type, encrypted_content: 'e', id: 'x_1', ...rest };
    const metadata =
      type === 'message'
        ? { internal_chat_message_metadata_passthrough: { content_item_kinds: [] } }
        : {};
    expect(sentAs(sealed, { rules: '0.171', sendsIds: true, sendsMetadata: true })).toBe(
      JSON.stringify({ ...sealed, ...metadata }),
    );
    expect(sentAs(sealed, { rules: '0.171' })).toBe(JSON.stringify({ type, ...rest }));
    expect(sentAs(sealed, { rules: '0.163' })).toBe(JSON.stringify({ type, ...rest }));
    expect(sentAs({ ...sealed, encrypted_content: 5 }, { rules: '0.171' })).toBe(undefined);
  });

  it('is encrypted arguments, for one provider', () => {
    const call = {
      type: 'function_call',
      name: 'n',
      arguments: '',
      encrypted_function_args: ['e'],
      call_id: 'c',
    };
    expect(sentAs(call, { rules: '0.171', sendsMetadata: true })).toBe(JSON.stringify(call));
    expect(sentAs(call, { rules: '0.171' })).toBe(
      '{"type":"function_call","name":"n","arguments":"","call_id":"c"}',
    );
  });

  it('is a change of the effort', () => {
    const update = { type: 'configuration_update', reasoning: { effort: 'odd' } };
    expect(sentAs(update, { rules: '0.171' })).toBe(JSON.stringify(update));
    expect(
      sentAs(
        { ...update, id: 'x_1', reasoning: { effort: 'odd', more: 1 } },
        { rules: '0.171', sendsIds: true },
      ),
    ).toBe(JSON.stringify(update));
    expect(sentAs({ ...update, reasoning: {} }, { rules: '0.171' })).toBe(undefined);
    expect(sentAs({ type: 'configuration_update' }, { rules: '0.171' })).toBe(undefined);
    expect(decodeOne(update, { rules: '0.163' })).toMatchObject({
      json: '{"type":"other"}',
      flags: ['unrecorded'],
    });
  });
});

describe('where the source does not yet do as measured', () => {
  const metadata = (value: unknown): Json => ({
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: 'a' },
      { type: 'input_text', text: 'b' },
    ],
    internal_chat_message_metadata_passthrough: value,
  });
  const shell = (action: Json): Json => ({
    type: 'local_shell_call',
    status: 'completed',
    action: { type: 'exec', command: [], ...action },
  });
  const labels = (value: unknown): unknown =>
    (
      JSON.parse(
        sentAs(metadata({ content_item_kinds: value }), { rules: '0.171', sendsMetadata: true }) ??
          '{}',
      ) as { internal_chat_message_metadata_passthrough?: Json }
    ).internal_chat_message_metadata_passthrough;

  // Each is measured on the binaries; none is written by them.

  it('refuses metadata with a turn that is no text', () => {
    expect(sentAs(metadata({ turn_id: 5 }))).toBe(undefined);
  });

  it('refuses metadata with a time that is no number', () => {
    expect(sentAs(metadata({ create_time: 'x' }), { rules: '0.171' })).toBe(undefined);
  });

  it('labels all parts unknown when one label is no text', () => {
    expect(labels(['a', 5])).toEqual({ content_item_kinds: ['unknown', 'unknown'] });
    expect(labels(['a', 5, 'b'])).toEqual({ content_item_kinds: ['unknown', 'unknown'] });
  });

  it.each([{ timeout_ms: 1.5 }, { timeout_ms: -1 }, { env: { A: 1 } }])(
    'refuses a shell call with %j',
    (action) => {
      expect(sentAs(shell(action))).toBe(undefined);
    },
  );

  it('refuses an output text whose annotations are no list', () => {
    const part = { type: 'output_text', text: 't', annotations: {} };
    expect(
      sentAs({ type: 'message', role: 'assistant', content: [part] }, { rules: '0.171' }),
    ).toBe(undefined);
  });

  it('takes an image or a sound by the id of its file', () => {
    for (const type of ['input_image', 'input_audio']) {
      const message = { type: 'message', role: 'user', content: [{ type, file_id: 'f' }] };
      expect(sentAs(message, { rules: '0.171' })).toBe(JSON.stringify(message));
    }
  });

  it('reads keys that are spelled with escapes', () => {
    const text = '{"type":"message","role":"user","content":[]}';
    expect(sentAs(text.replace('"type"', '"ty\\u0070e"').replace('"role"', '"r\\u006fle"'))).toBe(
      text,
    );
  });

  it('takes a search for null', () => {
    const search = {
      type: 'tool_search_call',
      call_id: null,
      execution: 'client',
      arguments: null,
    };
    expect(sentAs(search)).toBe(JSON.stringify(search));
  });

  it('resolves keys given twice in free JSON', () => {
    const call =
      '{"type":"tool_search_call","call_id":null,"execution":"client","arguments":{"a":1,"b":2,"a":3}}';
    expect(sentAs(call)).toBe(call.replace('{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'));
  });
});

describe('flags', () => {
  it.each([
    ['user', ['user', 'boundary']],
    ['developer', ['developer']],
    ['assistant', ['assistant', 'model']],
    ['narrator', []],
  ])('tell the role of a message: %s', (role, flags) => {
    expect(decodeOne({ type: 'message', role, content: [] })?.flags).toEqual(flags);
  });

  it('tell what the model wrote, media, and who executed a search', () => {
    const flagsOf = (item: Json): readonly string[] | undefined => decodeOne(item)?.flags;
    expect(flagsOf({ type: 'reasoning', summary: [] })).toEqual(['model']);
    expect(flagsOf({ type: 'compaction', encrypted_content: '' })).toEqual(['model']);
    expect(flagsOf({ type: 'image_generation_call', status: 's', result: '' })).toEqual([
      'image',
      'model',
    ]);
    expect(
      flagsOf({ type: 'tool_search_output', status: 's', execution: 'server', tools: [] }),
    ).toEqual(['serverExecution']);
    expect(
      flagsOf({
        type: 'message',
        role: 'narrator',
        content: [{ type: 'input_audio', audio_url: 'a' }],
      }),
    ).toEqual(['audio', 'packText']);
    expect(flagsOf({ type: 'agent_message', author: 'a', recipient: 'b', content: [] })).toEqual([
      'boundary',
    ]);
  });

  it.each([
    ['aborted', true],
    ['aborted by the user', true],
    ['abort', false],
    ['Wall time: 3 s\naborted by user', true],
    [`${'x'.repeat(5000)} aborted`, false],
    ['abcdef\n', false],
    ['abcde\u00e9', false],
    ['', false],
  ])('tell an output that says it was aborted: %j', (output, isAborted) => {
    const { flags = [] } = decodeOne({ type: 'function_call_output', call_id: 'c', output }) ?? {};
    expect(flags.includes('abortedOutput')).toBe(isAborted);
  });

  it('number calls by their id', () => {
    expect(
      decodeOne({ type: 'function_call', name: 'n', arguments: '', call_id: 'c\n1' })?.callId,
    ).toBe('c\n1');
    expect(decodeOne({ type: 'reasoning', summary: [] })?.callId).toBe(undefined);
  });
});
