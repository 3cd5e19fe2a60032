import { describe, expect, it } from 'vitest';
import {
  assistant,
  call,
  context,
  developer,
  item,
  meta,
  output,
  rolloutOf,
  turn,
  user,
} from '../../support/rollout-lines.js';
import { explained, inputOf, lastOf } from './explained.js';

const environment = '<environment_context>x</environment_context>';
const session = [meta(), ...turn('t1', 'Grind it.', 'Ground.')];

describe('an explained request', () => {
  it('tells of a part what it is, whence, why, how large and since when', () => {
    const request = lastOf(explained(session));
    const json = '{"type":"input_text","text":"Grind it."}';
    const offsetBytes = Buffer.from(rolloutOf(session)).indexOf(json);
    const [part] = inputOf(request)[0]?.parts ?? [];
    expect(part).toEqual({
      kind: 'content',
      path: '/input/0/content/0',
      group: 'user_message',
      what: 'user message',
      type: 'input_text',
      role: 'user',
      source: {
        words: 'line 4',
        origin: { kind: 'recorded', file: 'rollout.jsonl', line: 4, offsetBytes },
      },
      rule: {
        id: 'item.recorded',
        words: 'recorded, and part of the history at this request',
      },
      startBytes: 100,
      bytes: json.length,
      tokens: 2,
      preview: 'Grind it.',
      enteredAt: 0,
      copies: 1,
      parts: [],
    });
  });

  it('counts every byte once: in its parts, or as protocol', () => {
    for (const { bytes, protocolBytes, parts, bytesByOrigin, groups } of explained(session)
      .requests) {
      const inParts = parts.reduce((sum, part) => sum + part.bytes, 0);
      expect(inParts + protocolBytes).toBe(bytes);
      expect(Object.values(bytesByOrigin).reduce((sum, size) => sum + size, 0)).toBe(bytes);
      expect(groups.reduce((sum, group) => sum + group.bytes, 0)).toBe(bytes);
    }
  });

  it('counts tokens of decoded text, and none of settings', () => {
    const { tokens, groups } = lastOf(explained(session));
    expect(tokens).toBe(4);
    expect(groups.map(({ group, parts, tokens: counted }) => [group, parts, counted])).toEqual([
      ['settings', 7, 0],
      ['user_message', 1, 2],
      ['base_instructions', 1, 2],
      ['protocol', 0, 0],
    ]);
  });

  it('tells a message by its parts: as one thing where they are one, else by its role', () => {
    const lines = [
      meta(),
      developer('<permissions instructions>a</permissions instructions>', '<tools>b</tools>'),
      user(environment, environment),
      ...turn('t1', 'Grind it.', 'Ground.'),
    ];
    const items = inputOf(lastOf(explained(lines)));
    expect(items.map(({ what, parts }) => [what, parts.map((part) => part.what)])).toEqual([
      ['developer message', ['permissions', 'changed tools']],
      ['environment', ['environment', 'environment']],
      ['user message', ['user message']],
    ]);
  });

  it('counts the parts that say the very same, and names the first of them', () => {
    const lines = [meta(), user(environment), user(environment), ...turn('t1', 'Go.', 'Gone.')];
    const request = lastOf(explained(lines));
    const copies = inputOf(request).flatMap(({ parts }) =>
      parts.map((part) => [part.path, part.copies, part.copyOf]),
    );
    expect(copies).toEqual([
      ['/input/0/content/0', 2, undefined],
      ['/input/1/content/0', 2, '/input/0/content/0'],
      ['/input/2/content/0', 1, undefined],
    ]);
    const group = request.groups.find((row) => row.group === 'environments');
    expect([group?.parts, group?.repeatedBytes]).toEqual([2, 75]);
  });

  it('reads of a call its name and arguments, and nothing of what is sealed', () => {
    const reasoning = { type: 'reasoning', summary: [], encrypted_content: 'gAAA' };
    const lines = [
      meta(),
      context('t1'),
      user('Go.'),
      item(reasoning),
      item(call('c1')),
      item(output('c1', 'ground fine')),
      assistant('Done.'),
    ];
    const items = inputOf(lastOf(explained(lines)));
    expect(items.map(({ what, tokens, preview }) => [what, tokens, preview])).toEqual([
      ['user message', 1, 'Go.'],
      ['reasoning', undefined, undefined],
      ['tool call', 2, 'grind {}'],
      ['tool output', 2, 'ground fine'],
    ]);
  });

  it('says of each field how surely it is known', () => {
    const { fidelity } = lastOf(explained(session));
    expect(fidelity.filter(({ field }) => ['model', 'tools', 'store'].includes(field))).toEqual([
      { field: 'model', level: 'exact' },
      { field: 'tools', level: 'unknown', note: 'not recorded; give --tools' },
      { field: 'store', level: 'assumed', note: 'no Azure endpoint' },
    ]);
  });

  it('shares with the request before it what is the same in both', () => {
    const lines = [...session, ...turn('t2', 'Again.', 'Ground again.')];
    const [first, second] = explained(lines).requests;
    const [before] = first === undefined ? [] : inputOf(first);
    expect(before).toBeDefined();
    expect(second && inputOf(second)[0]).toBe(before);
  });

  it('tells a part anew when the request makes something else of it', () => {
    const lines = [...session, ...turn('t2', 'Grind it.', 'Ground again.')];
    const [first, second] = explained(lines).requests.map((request) => inputOf(request)[0]);
    expect([first?.parts[0]?.copies, second?.parts[0]?.copies]).toEqual([1, 2]);
  });
});
