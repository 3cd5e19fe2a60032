// Requests for lite models: tools and base instructions travel in the input.

import { describe, expect, it } from 'vitest';
import { nameUuid, threadNamespace } from '../../src/assemble/name-uuid.js';
import { ownCatalog } from '../support/own-catalog.js';
import { render, type RenderSetUp } from '../support/render-lines.js';
import {
  assistant,
  compacted,
  completed,
  context,
  item,
  type Json,
  type Line,
  message,
  meta,
  meta171,
  prompt,
  started,
  threadId,
  tokens,
} from '../support/rollout-lines.js';

const tools = [{ type: 'function', name: 't' }];
const lite = { catalog: ownCatalog, tools } as const;
const turnOf = (model: string, ...before: Line[]): Line[] => [
  started('a'),
  ...before,
  context('a', { model }),
  ...prompt('q'),
  assistant('x'),
  tokens(),
  completed('a'),
];
const question = message('user', 'q');
const base = message('developer', 'Grind slowly.');
const id = (prefix: string, name: string): string =>
  `${prefix}_${nameUuid(threadNamespace(threadId), name)}`;
const withId = ({ type, ...rest }: Json, prefix: string, name: string): Json => ({
  type,
  id: id(prefix, name),
  ...rest,
});

function firstRequest(
  lines: readonly Line[],
  setUp: RenderSetUp,
): { readonly input: unknown; readonly fidelity: unknown } {
  const [request] = render(lines, setUp).requests;
  expect(request).toBeDefined();
  return { input: request?.request['input'], fidelity: request?.fidelity['input'] };
}

describe('up to release 0.159 a lite model', () => {
  it('gets tools and base instructions in front of the history', () => {
    const toolsItem = { type: 'additional_tools', role: 'developer', tools };
    expect(firstRequest([meta(), ...turnOf('lite')], lite)).toEqual({
      input: [toolsItem, base, question],
      fidelity: 'exact',
    });
  });

  it('gets what is known, and the rest is named', () => {
    expect(firstRequest([meta(), ...turnOf('lite')], { catalog: ownCatalog })).toEqual({
      input: [base, question],
      fidelity: 'unknown: the tools item in front is left out; give --tools',
    });
    expect(
      firstRequest([meta({ base_instructions: null }), ...turnOf('gpt-6-sol')], { tools }),
    ).toEqual({
      input: [{ type: 'additional_tools', role: 'developer', tools }, question],
      fidelity: 'unknown: the base instructions in front are left out',
    });
  });

  it('gets the instructions of its own when none were recorded', () => {
    expect(
      firstRequest([meta({ base_instructions: null }), ...turnOf('lite')], lite).input,
    ).toEqual([
      { type: 'additional_tools', role: 'developer', tools },
      message('developer', 'Grind as the catalog says.'),
      question,
    ]);
  });

  it('gets no empty instructions', () => {
    expect(
      firstRequest([meta({ base_instructions: { text: '' } }), ...turnOf('lite')], lite).input,
    ).toEqual([{ type: 'additional_tools', role: 'developer', tools }, question]);
  });

  it('gets images without detail', () => {
    const image = { type: 'input_image', image_url: 'attached:1', detail: 'high' };
    const picture = item({ type: 'message', role: 'user', content: [image] });
    const { detail: _, ...bare } = image;
    expect(firstRequest([meta(), ...turnOf('lite', picture)], lite).input).toContainEqual({
      type: 'message',
      role: 'user',
      content: [bare],
    });
    expect(firstRequest([meta(), ...turnOf('stone', picture)], lite).input).toContainEqual({
      type: 'message',
      role: 'user',
      content: [image],
    });
  });

  it('gets no tools in a local compaction', () => {
    const summary = 'Summary follows:\nDone.';
    const lines = [
      meta(),
      ...turnOf('lite'),
      started('k'),
      assistant('Done.'),
      tokens(),
      compacted([message('user', summary)], summary),
      completed('k'),
    ];
    const request = render(lines, lite).requests[1];
    expect(request?.kind).toBe('compaction');
    expect(request?.request['input']).toEqual([
      { type: 'additional_tools', role: 'developer', tools: [] },
      base,
      question,
      message('assistant', 'x'),
      message('user', 'Sum up.'),
    ]);
  });
});

describe('from release 0.163 on', () => {
  it('every model gets its base instructions in the input', () => {
    expect(firstRequest([meta171(), ...turnOf('stone')], lite).input).toEqual([
      withId(base, 'msg', 'Grind slowly.'),
      question,
    ]);
    expect(
      firstRequest([meta171({ base_instructions: { text: '' } }), ...turnOf('stone')], lite).input,
    ).toEqual([question]);
  });

  it('the base instructions are labelled where labels are sent', () => {
    const { input } = firstRequest([meta171(), ...turnOf('stone')], {
      ...lite,
      provider: 'openai',
    });
    expect((input as Json[])[0]).toEqual({
      ...withId(base, 'msg', 'Grind slowly.'),
      internal_chat_message_metadata_passthrough: {
        content_item_kinds: ['model.base_instructions'],
      },
    });
  });

  it('a lite model gets what the rollout has of tools and instructions, and no more', () => {
    const recorded = [
      { type: 'additional_tools', id: 'at_1', role: 'developer', tools: [{ name: 'recorded' }] },
      { ...withId(base, 'msg', 'x'), content: [{ type: 'input_text', text: 'Recorded.' }] },
    ];
    expect(firstRequest([meta171(), ...turnOf('lite', ...recorded.map(item))], lite)).toEqual({
      input: [...recorded, question],
      fidelity: 'exact',
    });
  });

  it('a lite model gets both in front when the rollout has none', () => {
    expect(firstRequest([meta171(), ...turnOf('lite')], lite).input).toEqual([
      withId({ type: 'additional_tools', role: 'developer', tools }, 'at', JSON.stringify(tools)),
      withId(base, 'msg', 'Grind slowly.'),
      question,
    ]);
  });
});

describe('a model without media', () => {
  it('gets texts in their place, and another model of the session the media', () => {
    const image = { type: 'input_image', image_url: 'attached:1' };
    const sound = { type: 'input_audio', audio_url: 'data:audio/wav;base64,AAAA' };
    const content = [{ type: 'input_text', text: 'q' }, image, sound];
    const lines = (model: string): Line[] => [
      meta(),
      started('a'),
      context('a', { model }),
      item({ type: 'message', role: 'user', content }),
      assistant('x'),
      tokens(),
      completed('a'),
      ...turnOf('hearing'),
    ];
    const partsOf = (model: string): unknown =>
      render(lines(model), lite).requests.map(
        ({ request }) => (request['input'] as Json[])[0]?.['content'],
      );
    const text = (words: string): Json => ({ type: 'input_text', text: words });
    expect(partsOf('blind')).toEqual([
      [content[0], text('[no images taken]'), text('[no audio taken]')],
      content,
    ]);
    expect(partsOf('stone')).toEqual([[content[0], image, text('[no audio taken]')], content]);
    expect(partsOf('hearing')).toEqual([content, content]);
    expect(partsOf('unknown')).toEqual([content, content]);
  });
});
