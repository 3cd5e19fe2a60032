import { describe, expect, it } from 'vitest';
import type { RulesId } from '../../src/contract/rules.js';
import { decodeOne, sentAs } from '../support/decode-one.js';
import type { Json } from '../support/rollout-lines.js';

const releases: readonly RulesId[] = ['0.145', '0.171'];

/** Items that are sent as they were recorded, by type. */
const canonical: readonly Json[] = [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hé 🦀 "there"\n' }] },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '' }], phase: 'final_answer' },
  { type: 'message', role: 'assistant', content: [], phase: 'commentary' },
  { type: 'message', role: 'narrator', content: [{ type: 'input_text', text: 'a' }, { type: 'output_text', text: 'b' }] },
  { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'attached:1', detail: 'high' }] },
  { type: 'message', role: 'user', content: [{ type: 'input_audio', audio_url: 'data:audio/wav;base64,AAAA' }] },
  { type: 'reasoning', summary: [{ type: 'summary_text', text: 's' }], content: null, encrypted_content: 'e' },
  { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'r' }], encrypted_content: null },
  { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'r' }, { type: 'text', text: 't' }], encrypted_content: null },
  { type: 'function_call', name: 'n', arguments: '{"a":1}', call_id: 'c' },
  { type: 'function_call', name: 'n', namespace: 's', arguments: 'not json', call_id: 'c' },
  { type: 'function_call_output', call_id: 'c', output: 'o' },
  { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'o' }, { type: 'encrypted_content', encrypted_content: 'e' }] },
  { type: 'custom_tool_call', status: 'completed', call_id: 'c', name: 'n', input: 'i' },
  { type: 'custom_tool_call', call_id: 'c', name: 'n', input: '' },
  { type: 'custom_tool_call_output', call_id: 'c', output: 'o' },
  { type: 'custom_tool_call_output', call_id: 'c', name: 'n', output: [] },
  { type: 'local_shell_call', call_id: null, status: 'completed', action: { type: 'exec', command: ['ls', '-l'], timeout_ms: null, working_directory: null, env: null, user: null } },
  { type: 'local_shell_call', call_id: 'c', status: 'in_progress', action: { type: 'exec', command: [], timeout_ms: 5, working_directory: '/w', env: { A: 'b' }, user: 'u' } },
  { type: 'tool_search_call', call_id: 'c', status: 'completed', execution: 'client', arguments: { q: [1, null] } },
  { type: 'tool_search_call', call_id: null, execution: 'server', arguments: 'q' },
  { type: 'tool_search_output', call_id: null, status: 'completed', execution: 'server', tools: [{ name: 't' }] },
  { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q', queries: ['q'] } },
  { type: 'web_search_call', action: { type: 'open_page', url: 'u' } },
  { type: 'web_search_call', action: { type: 'find_in_page', url: 'u', pattern: 'p' } },
  { type: 'web_search_call' },
  { type: 'image_generation_call', status: 'completed', revised_prompt: 'p', result: 'AAAA' },
  { type: 'image_generation_call', status: 'completed', result: '' },
  { type: 'compaction', encrypted_content: 'e' },
  { type: 'context_compaction', encrypted_content: 'e' },
  { type: 'context_compaction' },
  { type: 'agent_message', author: '/root', recipient: '/root/a', content: [{ type: 'input_text', text: 't' }, { type: 'encrypted_content', encrypted_content: 'e' }] },
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
    const spelled = '{"type":"message","role":"user","content":[{"type":"input_text","text":"\\u0041\\/\\u00e9\\ud83e\\udd80\\u000a"}]}';
    const expected = '{"type":"message","role":"user","content":[{"type":"input_text","text":"A/é🦀\\n"}]}';
    expect(sentAs(spelled)).toBe(expected);
    const call = '{"type":"tool_search_call","call_id":null,"execution":"client","arguments":{"n": [1.50, 1e3, -0 ], "s":"\\/"}}';
    expect(sentAs(call)).toBe(
      '{"type":"tool_search_call","call_id":null,"execution":"client","arguments":{"n":[1.5,1000.0,-0.0],"s":"/"}}',
    );
  });

  it('takes the last of a key given twice', () => {
    const twice = '{"type":"function_call","name":"a","arguments":"","name":"b","call_id":"c","arguments":"{}"}';
    expect(sentAs(twice)).toBe('{"type":"function_call","name":"b","arguments":"{}","call_id":"c"}');
  });

  it('keeps a lone surrogate only where the loader does', () => {
    const text = '{"type":"message","role":"user","content":[{"type":"input_text","text":"\\ud83e"}]}';
    expect(sentAs(text)).toBe(undefined);
    expect(sentAs(text, { acceptsLoneSurrogates: true })).toBe(text);
    expect(sentAs(text.replace('"role"', ' "role"'), { acceptsLoneSurrogates: true })).toBe(text);
  });

  const absent: readonly (readonly [string, Json, Json])[] = [
    ['reasoning gets null for what it lacks', { type: 'reasoning', summary: [] }, { type: 'reasoning', summary: [], content: null, encrypted_content: null }],
    ['reasoning without reasoning text has no content', { type: 'reasoning', summary: [], content: [{ type: 'text', text: 't' }] }, { type: 'reasoning', summary: [], encrypted_content: null }],
    ['reasoning with empty content has none', { type: 'reasoning', summary: [], content: [] }, { type: 'reasoning', summary: [], encrypted_content: null }],
    ['a phase of null is left out', { type: 'message', role: 'user', content: [], phase: null }, { type: 'message', role: 'user', content: [] }],
    ['a namespace of null is left out', { type: 'function_call', name: 'n', namespace: null, arguments: '', call_id: 'c' }, { type: 'function_call', name: 'n', arguments: '', call_id: 'c' }],
    ['a status of null is left out', { type: 'custom_tool_call', status: null, call_id: 'c', name: 'n', input: 'i' }, { type: 'custom_tool_call', call_id: 'c', name: 'n', input: 'i' }],
    ['a tool search without call id gets null', { type: 'tool_search_call', execution: 'client', arguments: {} }, { type: 'tool_search_call', call_id: null, execution: 'client', arguments: {} }],
    ['a shell call gets null for what it lacks', { type: 'local_shell_call', status: 'incomplete', action: { type: 'exec', command: ['a'] } }, { type: 'local_shell_call', call_id: null, status: 'incomplete', action: { type: 'exec', command: ['a'], timeout_ms: null, working_directory: null, env: null, user: null } }],
    ['an unknown web action becomes other', { type: 'web_search_call', action: { type: 'jump', url: 'u' } }, { type: 'web_search_call', action: { type: 'other' } }],
    ['a web action that is other stays so', { type: 'web_search_call', action: { type: 'other', url: 'u' } }, { type: 'web_search_call', action: { type: 'other' } }],
    ['a web action keeps its own keys alone', { type: 'web_search_call', action: { type: 'search', query: 'q', url: 'u', pattern: 'p' } }, { type: 'web_search_call', action: { type: 'search', query: 'q' } }],
    ['a web action of null is left out', { type: 'web_search_call', status: 'completed', action: null }, { type: 'web_search_call', status: 'completed' }],
    ['an old name of a compaction gives way to the new one', { type: 'compaction_summary', encrypted_content: 'e' }, { type: 'compaction', encrypted_content: 'e' }],
    ['a detail of null is left out', { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'a', detail: null }] }, { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'a' }] }],
  ];

  it.each(absent)('%s', (_, item, expected) => {
    for (const rules of releases) expect(sentAs(item, { rules })).toBe(JSON.stringify(expected));
  });
});

describe('an item that the reference reader does not take', () => {
  const text = [{ type: 'input_text', text: 't' }];
  const message = { type: 'message', role: 'user', content: text };
  const call = { type: 'function_call', name: 'n', arguments: '', call_id: 'c' };
  const shell = { type: 'local_shell_call', status: 'completed', action: { type: 'exec', command: [] } };
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
    { type: 'agent_message', author: 'a', recipient: 'b', content: [{ type: 'output_text', text: 't' }] },
    { type: 'additional_tools', role: 'developer' },
    { type: 'additional_tools', tools: [] },
  ];

  it.each(refused.map((item) => [JSON.stringify(item), item] as const))('is refused: %s', (_, item) => {
    expect(sentAs(item)).toBe(undefined);
  });

  it.each(['"text"', '[]', '1', 'null'])('is refused when it is no object but %s', (value) => {
    expect(sentAs(value)).toBe(undefined);
  });
});

describe('old forms', () => {
  const output = { type: 'function_call_output', call_id: 'c', output: { content: 'o', success: false } };
  const untyped = { role: 'user', content: [{ type: 'input_text', text: 't' }] };

  it('are taken where the loader accepts them', () => {
    const setUp = { acceptsOldForms: true };
    expect(sentAs(output, setUp)).toBe('{"type":"function_call_output","call_id":"c","output":"o"}');
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

describe('ids and metadata', () => {
  const metadata = { turn_id: 't', create_time: 1785852000.25 };
  const item = {
    type: 'message',
    id: 'msg_1',
    role: 'user',
    content: [],
    internal_chat_message_metadata_passthrough: metadata,
  };
  const { id, internal_chat_message_metadata_passthrough: _, ...bare } = item;

  it('are sent only where they are wanted', () => {
    expect(decodeOne(item, { sendsIds: true, sendsMetadata: true })).toMatchObject({
      json: JSON.stringify(item),
      pieces: 1,
      itemId: id,
    });
    expect(sentAs(item)).toBe(JSON.stringify(bare));
    expect(sentAs(item, { sendsIds: true })).toBe(JSON.stringify({ type: 'message', id, role: 'user', content: [] }));
    expect(sentAs(item, { sendsMetadata: true })).toBe(
      JSON.stringify({ ...bare, internal_chat_message_metadata_passthrough: metadata }),
    );
  });

  it('go to their places wherever they were recorded', () => {
    const moved = `{"internal_chat_message_metadata_passthrough":${JSON.stringify(metadata)},"content":[],"role":"user","id":"msg_1","type":"message"}`;
    expect(sentAs(moved, { sendsIds: true, sendsMetadata: true })).toBe(JSON.stringify(item));
  });

  it('leave out an id that is empty or null', () => {
    for (const empty of ['', null]) {
      expect(decodeOne({ ...bare, id: empty }, { sendsIds: true })).toMatchObject({
        json: JSON.stringify(bare),
        itemId: undefined,
      });
    }
  });

  it.each(canonical.map((item) => [String(item['type']), item] as const))(
    'frame the keys of every type: %s',
    (type, item) => {
      const { type: _, ...rest } = item;
      const whole = JSON.stringify({
        type,
        id: 'x_1',
        ...rest,
        internal_chat_message_metadata_passthrough: metadata,
      });
      expect(decodeOne(whole, { sendsIds: true, sendsMetadata: true })).toMatchObject({ json: whole, pieces: 1 });
      expect(sentAs(whole)).toBe(JSON.stringify(item));
    },
  );

  it('label unlabelled content parts from release 0.150 on, where metadata is sent', () => {
    const parts = [{ type: 'input_text', text: 'a' }, { type: 'input_text', text: 'b' }];
    const message = { type: 'message', role: 'user', content: parts };
    const labels = { content_item_kinds: ['unknown', 'unknown'] };
    const labelled = (passthrough: Json): string =>
      JSON.stringify({ ...message, internal_chat_message_metadata_passthrough: passthrough });
    const setUp = { rules: '0.150', sendsMetadata: true } as const;
    expect(sentAs(message, setUp)).toBe(labelled(labels));
    expect(sentAs(labelled({ turn_id: 't' }), setUp)).toBe(labelled({ turn_id: 't', ...labels }));
    expect(sentAs(labelled({}), setUp)).toBe(labelled(labels));
    expect(sentAs(labelled({ content_item_kinds: ['user.text', 'unknown'] }), setUp)).toBe(
      labelled({ content_item_kinds: ['user.text', 'unknown'] }),
    );
    expect(sentAs(message, { ...setUp, sendsMetadata: false })).toBe(JSON.stringify(message));
    expect(sentAs(message, { ...setUp, rules: '0.145' })).toBe(JSON.stringify(message));
    expect(sentAs({ type: 'function_call', name: 'n', arguments: '', call_id: 'c' }, setUp)).toBe(
      '{"type":"function_call","name":"n","arguments":"","call_id":"c"}',
    );
  });
});

describe('what release 0.171 keeps and earlier ones drop', () => {
  const message = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 't', annotations: [], logprobs: [{ token: 'x' }] }],
    status: 'completed',
  };

  it('is the status of a message, annotations and logprobs', () => {
    expect(sentAs(message, { rules: '0.171' })).toBe(JSON.stringify(message));
    expect(sentAs(message, { rules: '0.163' })).toBe(
      '{"type":"message","role":"assistant","content":[{"type":"output_text","text":"t"}]}',
    );
  });

  it('is an output without call id in a namespace', () => {
    const output = { type: 'function_call_output', name: 'n', namespace: 'agent', output: 'o' };
    expect(decodeOne(output, { rules: '0.171' })).toMatchObject({
      json: JSON.stringify(output),
      callId: undefined,
      flags: expect.arrayContaining(['agentNamespace']),
    });
    expect(sentAs(output, { rules: '0.145' })).toBe(undefined);
  });

  it('is a change of the configuration', () => {
    const update = { type: 'configuration_update', reasoning: { effort: 'high' } };
    expect(sentAs(update, { rules: '0.171' })).toBe(JSON.stringify(update));
    expect(decodeOne(update, { rules: '0.163' })).toMatchObject({ json: '{"type":"other"}', flags: ['unrecorded'] });
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
    expect(flagsOf({ type: 'image_generation_call', status: 's', result: '' })).toEqual(['image', 'model']);
    expect(flagsOf({ type: 'tool_search_output', status: 's', execution: 'server', tools: [] })).toEqual(['serverExecution']);
    expect(flagsOf({ type: 'message', role: 'narrator', content: [{ type: 'input_audio', audio_url: 'a' }] })).toEqual(['audio']);
    expect(flagsOf({ type: 'agent_message', author: 'a', recipient: 'b', content: [] })).toEqual(['boundary']);
  });

  it.each([
    ['aborted', true],
    ['aborted by the user', true],
    ['abort', false],
    ['not aborted', false],
    ['abcdef\n', false],
    ['abcde\u00e9', false],
    ['', false],
  ])('tell an output that says it was aborted: %j', (output, isAborted) => {
    const { flags = [] } = decodeOne({ type: 'function_call_output', call_id: 'c', output }) ?? {};
    expect(flags.includes('abortedOutput')).toBe(isAborted);
  });

  it('number calls by their id', () => {
    expect(decodeOne({ type: 'function_call', name: 'n', arguments: '', call_id: 'c\n1' })?.callId).toBe('c\n1');
    expect(decodeOne({ type: 'reasoning', summary: [] })?.callId).toBe(undefined);
  });
});
