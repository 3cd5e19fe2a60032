import { describe, expect, it } from 'vitest';
import type { RequestSettings } from '../../src/assemble/choose-settings.js';
import { type BodyInput, frameBody } from '../../src/assemble/request-body.js';
import { Catalog } from '../../src/catalog/catalog.js';
import { profile } from '../support/decode-one.js';
import { ownCatalog } from '../support/own-catalog.js';

function settings(
  slug: string,
  more: Partial<RequestSettings> = {},
  catalog: unknown = ownCatalog,
): RequestSettings {
  const model = new Catalog(catalog).lookUp(slug);
  return {
    model,
    effort: 'medium',
    summary: 'auto',
    serviceTier: undefined,
    personality: undefined,
    ...more,
  };
}

/** The body with an empty input, and how surely each key is known. */
function body(more: Partial<BodyInput> = {}): {
  readonly request: unknown;
  readonly keys: string;
  readonly fidelity: object;
} {
  const frame = frameBody({
    form: 'responses',
    rules: profile('0.145'),
    settings: settings('stone'),
    hasCatalog: true,
    instructions: '"Grind."',
    instructionsFidelity: 'exact',
    inputFidelity: 'exact',
    tools: '[{"name":"t"}]',
    promptCacheKey: 'root',
    ...more,
  });
  const text = frame.head + frame.tail;
  const request = JSON.parse(text) as object;
  expect(JSON.stringify(request)).toBe(text);
  return { request, keys: Object.keys(request).join(), fidelity: frame.fidelity };
}

describe('the keys of a request', () => {
  it('stand in their order, instructions first up to release 0.159', () => {
    const keys =
      'model,instructions,input,tools,tool_choice,parallel_tool_calls,reasoning,store,stream,include,prompt_cache_key';
    for (const id of ['0.145', '0.150', '0.155', '0.159'] as const) {
      expect(body({ rules: profile(id) }).keys).toBe(keys);
    }
  });

  it('have no instructions, and stream second, from release 0.163 on', () => {
    const keys =
      'model,stream,input,tools,tool_choice,parallel_tool_calls,reasoning,store,include,prompt_cache_key';
    for (const id of ['0.163', '0.171'] as const) {
      expect(body({ rules: profile(id) }).keys).toBe(keys);
    }
  });

  it('have neither instructions nor tools for a lite model', () => {
    const { request, fidelity } = body({ settings: settings('lite') });
    expect(request).toEqual({
      model: 'lite',
      input: [],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      reasoning: { effort: 'medium', summary: 'auto', context: 'all_turns' },
      store: false,
      stream: true,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'root',
    });
    expect(fidelity).not.toHaveProperty('instructions');
    expect(fidelity).not.toHaveProperty('tools');
  });

  it('have the verbosity of a model that takes one', () => {
    expect(body({ settings: settings('wordy') })).toMatchObject({
      request: { text: { verbosity: 'low' } },
      fidelity: { text: 'rendered' },
    });
    expect(body().request).not.toHaveProperty('text');
  });

  it('have no instructions when these are empty', () => {
    const { request, fidelity } = body({ instructions: '""' });
    expect(request).not.toHaveProperty('instructions');
    expect(fidelity).not.toHaveProperty('instructions');
  });

  it('have neither tools nor parallel calls in a local compaction', () => {
    expect(body({ form: 'local-compaction' })).toMatchObject({
      request: { tools: [], parallel_tool_calls: false },
      fidelity: { tools: 'rendered', parallel_tool_calls: 'rendered' },
    });
  });

  it('are fewer in the first form of a remote compaction', () => {
    const { keys } = body({ form: 'remote-compaction-v1', settings: settings('wordy') });
    expect(keys).toBe(
      'model,input,instructions,tools,parallel_tool_calls,reasoning,prompt_cache_key,text',
    );
  });
});

describe('what is not known', () => {
  it('is left out and named', () => {
    const { request, fidelity } = body({
      settings: undefined,
      instructions: undefined,
      instructionsFidelity: 'unknown: not recorded',
      tools: undefined,
    });
    expect(request).toEqual({
      input: [],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      store: false,
      stream: true,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'root',
    });
    expect(fidelity).toEqual({
      model: 'unknown: no turn context names it',
      instructions: 'unknown: not recorded',
      input: 'exact',
      tools: 'unknown: not recorded; give --tools',
      tool_choice: 'rendered',
      parallel_tool_calls: 'assumed: the model is in no catalog',
      reasoning: 'unknown: no turn context names the model',
      store: 'assumed: no Azure endpoint',
      stream: 'rendered',
      include: 'rendered',
      prompt_cache_key: 'exact',
      text: 'unknown: the verbosity of a model that is in no catalog',
      client_metadata: 'unknown: not recorded',
    });
  });

  it('of a model in no catalog is its default effort and verbosity', () => {
    const unknown = settings('other', { effort: undefined }, undefined);
    const { request, fidelity } = body({ settings: unknown });
    expect(request).toMatchObject({ model: 'other', parallel_tool_calls: true });
    expect(request).not.toHaveProperty('reasoning');
    expect(fidelity).toMatchObject({
      model: 'exact',
      reasoning: 'unknown: the default effort of a model that is in no catalog',
      text: 'unknown: the verbosity of a model that is in no catalog',
    });
    expect(body({ settings: settings('other', { summary: undefined }, undefined) })).toMatchObject({
      request: { reasoning: { effort: 'medium' } },
      fidelity: { reasoning: 'assumed: the model is in no catalog' },
    });
  });
});

describe('the reasoning of a request', () => {
  it('has what is set', () => {
    const reasoning = (more: Partial<RequestSettings>): unknown =>
      body({ settings: settings('stone', more) }).request;
    expect(reasoning({ effort: undefined, summary: undefined })).toMatchObject({ reasoning: {} });
    expect(reasoning({ effort: 'high', summary: undefined })).toMatchObject({
      reasoning: { effort: 'high' },
    });
    expect(reasoning({ effort: undefined, summary: 'concise' })).toMatchObject({
      reasoning: { summary: 'concise' },
    });
  });
});
