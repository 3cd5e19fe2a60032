import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chat, ChatMessage } from '../../../src/contract/chat.js';
import { toChat } from '../../../src/export/chat/to-chat.js';
import { anyInput, steps } from '../../support/arbitrary-items.js';

const user = (text: string) => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});
const assistant = (text: string) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});
const call = (id: string) => ({
  type: 'function_call',
  call_id: id,
  name: 'grind',
  arguments: `{"of":"${id}"}`,
});
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: `out ${id}` });
const reasoning = (text: string) => ({
  type: 'reasoning',
  summary: [{ type: 'summary_text', text }],
  content: null,
  encrypted_content: 'sealed',
});

/** A message in short: role, texts, ids of calls, id of the call it answers. */
function short({ role, parts, calls, callId }: ChatMessage): string {
  const texts = parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`));
  const called = (calls ?? []).map(({ id }) => `→${id}`);
  return [role, ...(callId === undefined ? [] : [`←${callId}`]), ...texts, ...called].join(' ');
}

function told(...input: readonly object[]): readonly string[] {
  return toChat({ input }).messages.map(short);
}

function codes({ losses }: Chat): readonly string[] {
  return losses.map(({ code, path }) => `${code} ${path}`);
}

describe('a request as a chat', () => {
  it('begins with the instructions', () => {
    const { messages, model } = toChat({
      model: 'stone',
      instructions: 'Mill.',
      input: [user('Go.')],
    });
    expect(model).toBe('stone');
    expect(messages).toEqual([
      { role: 'system', parts: [{ type: 'text', text: 'Mill.' }], from: ['/instructions'] },
      { role: 'user', parts: [{ type: 'text', text: 'Go.' }], from: ['/input/0'] },
    ]);
  });

  it('has text, reasoning and calls that follow each other in one message, and the outputs behind it', () => {
    expect(toChat({ input: [reasoning('so'), assistant('Now.'), call('a'), output('a')] })).toEqual(
      {
        model: undefined,
        messages: [
          {
            role: 'assistant',
            parts: [{ type: 'text', text: 'Now.' }],
            calls: [
              { id: 'a', name: 'grind', type: 'function', input: '{"of":"a"}', from: '/input/2' },
            ],
            reasoning: { summary: ['so'], text: [], encrypted: [], from: ['/input/0'] },
            from: ['/input/0', '/input/1', '/input/2'],
          },
          {
            role: 'tool',
            parts: [{ type: 'text', text: 'out a' }],
            callId: 'a',
            name: 'grind',
            from: ['/input/3'],
          },
        ],
        tools: [],
        losses: [
          { code: 'left_out.encrypted_reasoning', path: '/input/0/encrypted_content', bytes: 8 },
        ],
      },
    );
  });

  it('keeps texts apart that are no part of a call', () => {
    expect(told(assistant('One.'), assistant('Two.'), call('a'), output('a'))).toEqual([
      'assistant One.',
      'assistant Two. →a',
      'tool ←a out a',
    ]);
  });

  it('joins calls that were made at once', () => {
    expect(told(call('a'), call('b'), output('b'), output('a'), assistant('Done.'))).toEqual([
      'assistant →a →b',
      'tool ←b out b',
      'tool ←a out a',
      'assistant Done.',
    ]);
  });

  it('tells an output behind its call, whatever came between', () => {
    const chat = toChat({ input: [call('a'), user('Wait.'), output('a')] });
    expect(chat.messages.map(short)).toEqual(['assistant →a', 'tool ←a out a', 'user Wait.']);
    expect(codes(chat)).toEqual(['moved.output /input/2']);
  });

  it('tells two calls of one id in two messages', () => {
    expect(told(call('a'), call('a'), output('a'), output('a'))).toEqual([
      'assistant →a',
      'tool ←a out a',
      'assistant →a',
      'tool ←a out a',
    ]);
  });

  it.each([
    ['answer', ['assistant →a', 'tool ←a aborted'], ['added.output /input/0']],
    ['cut', [], ['left_out.unanswered_call /input/0']],
    ['keep', ['assistant →a'], []],
  ] as const)(
    'does with a call that nothing answers as asked: %s',
    (unanswered, messages, lost) => {
      const chat = toChat({ input: [call('a')] }, { unanswered, encryptedReasoning: 'drop' });
      expect(chat.messages.map(short)).toEqual(messages);
      expect(codes(chat)).toEqual(lost);
    },
  );

  it('has a user tell what answers no call, and what another agent says', () => {
    const told = {
      type: 'function_call_output',
      name: 'word',
      namespace: 'agent',
      output: 'Hear.',
    };
    const sealed = { type: 'encrypted_content', encrypted_content: 'sealed' };
    const said = {
      type: 'agent_message',
      author: '/root',
      recipient: '/root/a',
      content: [sealed],
    };
    const heard = { ...said, content: [{ type: 'input_text', text: 'Grind.' }, sealed] };
    const chat = toChat({ input: [told, said, heard] });
    expect(chat.messages.map(short)).toEqual(['user Hear.', 'user Grind.']);
    expect(codes(chat)).toEqual([
      'changed.uncalled_output /input/0',
      'changed.agent_message /input/1',
      'left_out.encrypted_text /input/1/content/0',
      'changed.agent_message /input/2',
      'left_out.encrypted_text /input/2/content/1',
    ]);
  });

  it('has local shell calls and searches for tools as calls of functions', () => {
    const action = { type: 'exec', command: ['ls'] };
    const found = [{ type: 'function', name: 'sieve', parameters: { type: 'object' } }];
    const chat = toChat({
      input: [
        { type: 'local_shell_call', call_id: 'a', status: 'completed', action },
        output('a'),
        { type: 'tool_search_call', call_id: 'b', execution: 'client', arguments: { query: 'q' } },
        { type: 'tool_search_output', call_id: 'b', status: 'completed', tools: found },
      ],
    });
    expect(chat.messages.flatMap(({ calls = [] }) => calls)).toEqual([
      {
        id: 'a',
        name: 'local_shell',
        type: 'function',
        input: JSON.stringify(action),
        from: '/input/0',
      },
      { id: 'b', name: 'tool_search', type: 'function', input: '{"query":"q"}', from: '/input/2' },
    ]);
    expect(chat.messages.map(short)).toContain(`tool ←b ${JSON.stringify(found)}`);
    expect(chat.tools).toEqual([
      { name: 'sieve', type: 'function', parameters: { type: 'object' }, from: '/input/3/tools/0' },
    ]);
  });

  it('takes namespaces apart and puts declared tools last, each once', () => {
    const sieve = { type: 'custom', name: 'sieve', format: { type: 'text' } };
    const chat = toChat({
      tools: [
        { type: 'namespace', name: 'mill', description: 'Of the mill.', tools: [sieve] },
        { type: 'web_search' },
      ],
      input: [{ type: 'additional_tools', role: 'developer', tools: [sieve, sieve] }],
    });
    expect(chat.tools).toEqual([
      {
        name: 'sieve',
        namespace: 'mill',
        type: 'custom',
        format: { type: 'text' },
        from: '/tools/0/tools/0',
      },
      { name: 'sieve', type: 'custom', format: { type: 'text' }, from: '/input/0/tools/0' },
    ]);
    expect(codes(chat)).toEqual([
      'left_out.namespace_description /tools/0/description',
      'left_out.tool.web_search /tools/1',
      'moved.tools /input/0',
    ]);
  });

  it.each([
    { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } },
    { type: 'image_generation_call', status: 'completed', result: 'AA==' },
    { type: 'compaction', encrypted_content: 'sealed' },
    { type: 'context_compaction' },
    { type: 'compaction_trigger' },
    { type: 'ghost_snapshot' },
    { type: 'unheard_of' },
  ])('leaves out $type and says so', (item) => {
    const chat = toChat({ input: [item] });
    expect(chat.messages).toEqual([]);
    expect(chat.losses).toEqual([
      {
        code: `left_out.${item.type}`,
        path: '/input/0',
        bytes: JSON.stringify(item).length,
      },
    ]);
  });
});

describe('a chat of any input', () => {
  it('has every output right behind the message of its call', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { messages } = toChat({ input });
        const calls = messages.map((message) => (message.calls ?? []).map(({ id }) => id));
        const answered = messages.map((message, index) => {
          const next = messages.findIndex(({ role }, at) => at > index && role !== 'tool');
          const outputs = messages.slice(index + 1, next === -1 ? messages.length : next);
          return message.role === 'tool' ? [] : outputs.map(({ callId }) => callId);
        });
        expect(answered.map((ids) => ids.toSorted())).toEqual(calls.map((ids) => ids.toSorted()));
      }),
    );
  });

  it('is the same every time', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const copy: unknown = JSON.parse(JSON.stringify(input));
        expect(toChat({ input: copy })).toEqual(toChat({ input }));
      }),
    );
  });

  it('keeps the id of every call', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const ids = input.flatMap(({ type, call_id }) =>
          String(type).endsWith('_call') && typeof call_id === 'string' ? [call_id] : [],
        );
        const told = toChat({ input }).messages.flatMap(({ calls = [] }) => calls);
        expect(told.map(({ id }) => id)).toEqual(ids);
      }),
    );
  });

  it('tells each item in a message or a loss, or had nothing to tell', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const chat = toChat({ input });
        const paths = [
          ...chat.messages.flatMap(({ from }) => from),
          ...chat.losses.map(({ path }) => path),
          ...chat.tools.map(({ from }) => from),
        ];
        for (const [index, item] of input.entries()) {
          const path = `/input/${String(index)}`;
          const isTold = paths.some((known) => known === path || known.startsWith(`${path}/`));
          expect(isTold || isEmpty(item)).toBe(true);
        }
      }),
    );
  });

  it('goes on from the one before, but for its last assistant message', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        for (let count = 1; count < taken.length; count += 1) {
          const before = toChat({ input: taken.slice(0, count).flat() }).messages;
          const after = toChat({ input: taken.slice(0, count + 1).flat() }).messages;
          const last = before.at(-1)?.role === 'assistant' ? before.length - 1 : before.length;
          expect(after.slice(0, last)).toEqual(before.slice(0, last));
        }
      }),
    );
  });
});

function isEmpty({ content, summary, output: said }: Readonly<Record<string, unknown>>): boolean {
  const texts = [content, summary, said].flat().flatMap((part) => {
    if (part === undefined || part === null) return [];
    return [typeof part === 'object' && 'text' in part ? part.text : part];
  });
  return texts.every((text) => text === '');
}
