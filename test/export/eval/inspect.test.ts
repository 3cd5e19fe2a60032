import { describe, expect, it } from 'vitest';
import { inspect } from '../../../src/export/eval/inspect.js';
import {
  called,
  faultsOf,
  madeSession,
  output,
  runExport,
  said,
  thought,
  threadId,
} from '../../support/export-run.js';

const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'original' };

const input = [
  said('developer', 'Weigh first.'),
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'see' }, image] },
  thought('Look.'),
  called('c1', '{"bin":1}'),
  output('c1', 'three'),
];

const tools = [
  { type: 'function', name: 'grind', description: 'Grinds.', parameters: { type: 'object' } },
  { type: 'custom', name: 'patch' },
];

describe('inspect (formats §2.1)', () => {
  it('writes a sample in Inspect’s own shapes: no developer, no null, sealed reasoning as redacted', () => {
    const answer = [said('assistant', 'Three.'), called('c2', '{broken')];
    const sink = runExport(inspect, [madeSession([{ input, answer, body: { tools } }])]);
    expect(sink.values('samples.jsonl')).toStrictEqual([
      {
        id: `${threadId}-0`,
        input: [
          { role: 'system', content: 'Mill.' },
          { role: 'system', content: 'Weigh first.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'see' },
              { type: 'image', image: 'data:image/png;base64,AA==', detail: 'original' },
            ],
          },
          {
            role: 'assistant',
            content: [
              { type: 'reasoning', reasoning: 'c2VhbGVk', summary: 'Look.', redacted: true },
            ],
            tool_calls: [{ id: 'c1', function: 'grind', arguments: { bin: 1 }, type: 'function' }],
          },
          { role: 'tool', content: 'three', tool_call_id: 'c1', function: 'grind' },
        ],
        target: 'Three.',
        metadata: {
          request_id: `${threadId}#0`,
          session_id: threadId,
          at: 0,
          kind: 'turn',
          model: 'stone',
          tools: [
            { name: 'grind', description: 'Grinds.', parameters: { type: 'object' } },
            {
              name: 'patch',
              description: '',
              parameters: {
                type: 'object',
                properties: { input: { type: 'string' } },
                required: ['input'],
              },
            },
          ],
          answer_calls: [
            {
              id: 'c2',
              function: 'grind',
              arguments: { input: '{broken' },
              type: 'function',
              parse_error: 'the arguments are no JSON object',
            },
          ],
        },
      },
    ]);
    expect(sink.lossCodes()).toContain('changed.developer_to_system');
    expect(sink.text('task.py')).toContain('samples.jsonl');
  });

  it('tells a session that is given twice apart by ids', () => {
    const session = madeSession([{ input }]);
    const sink = runExport(inspect, [session, session]);
    const ids = sink.values('samples.jsonl').map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it('writes whole characters only, in texts and in arguments', () => {
    const halves = [said('user', 'a\ud800b'), called('c1', String.raw`{"x":"\ud800\ud83d\ude00"}`)];
    const sink = runExport(inspect, [madeSession([{ input: halves }])]);
    expect(sink.text('samples.jsonl')).not.toMatch(/\\ud[89a-f]/i);
    expect(sink.text('samples.jsonl')).toContain('\ufffd\u{1f600}');
    expect(sink.lossCodes().filter((code) => code === 'changed.half_character')).toHaveLength(2);
  });

  it('checks content, roles, shapes of calls and ids', () => {
    const call = { id: 'c1', function: 'grind', arguments: '{}', type: 'function' };
    const lines = [
      { id: 1, input: [{ role: 'developer', content: '' }] },
      { id: 1, input: [{ role: 'assistant', content: null, tool_calls: [call] }] },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(faultsOf(inspect, text).map(({ path }) => path)).toStrictEqual([
      '/input/0/role',
      '/input/0/content',
      '/input/0/tool_calls/0/arguments',
      '/id',
    ]);
  });
});
