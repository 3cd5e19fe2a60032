import { describe, expect, it } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.js';
import type { Model } from '../../src/catalog/model.js';
import { PromptmillError } from '../../src/contract/errors.js';
import type { Json } from '../support/rollout-lines.js';

const two = new Catalog({
  models: [
    { slug: 'gpt-x', base_instructions: 'short' },
    { slug: 'gpt-x-long', base_instructions: 'long' },
  ],
});

function only(entry: Json): Model {
  return new Catalog({ models: [{ slug: 'm', ...entry }] }).lookUp('m');
}

describe('a model is looked up', () => {
  it.each([
    ['gpt-x', 'short'],
    ['gpt-x-lon', 'short'],
    ['gpt-xyz', 'short'],
    ['a_b-9/gpt-x', 'short'],
    ['gpt-x-long', 'long'],
    ['gpt-x-longer', 'long'],
    ['custom/gpt-x-long-2026', 'long'],
    ['gpt-x/other', 'short'],
  ])('by its longest prefix, with one namespace or none: %s', (slug, base) => {
    expect(two.lookUp(slug)).toMatchObject({ slug, isKnown: true, baseInstructions: base });
  });

  it.each([
    'a/b/gpt-x',
    '/gpt-x',
    'a.b/gpt-x',
    'é/gpt-x',
    'x/',
    'GPT-X',
    'gpt',
    'zzz',
    '',
    ' gpt-x',
  ])('in vain: %j', (slug) => {
    expect(two.lookUp(slug)).toMatchObject({ slug, isKnown: false, baseInstructions: undefined });
  });

  it('as the first of two entries of one name', () => {
    const catalog = new Catalog([
      { slug: 'm', base_instructions: 'first' },
      { slug: 'm', base_instructions: 'second' },
    ]);
    expect(catalog.lookUp('m').baseInstructions).toBe('first');
  });

  it('as an entry without name when there is nothing better', () => {
    const catalog = new Catalog([
      { slug: '', base_instructions: 'any' },
      { slug: 'm', base_instructions: 'own' },
    ]);
    const bases = ['m', 'other', 'a/m', ''].map((slug) => catalog.lookUp(slug).baseInstructions);
    expect(bases).toEqual(['own', 'any', 'any', 'any']);
  });

  it('again with the same result', () => {
    expect(two.lookUp('gpt-x-7')).toBe(two.lookUp('gpt-x-7'));
  });

  it('among no entries when there is no catalog', () => {
    expect(new Catalog(undefined).lookUp('gpt-x').isKnown).toBe(false);
  });
});

describe('an entry', () => {
  it('is read with all that a request depends on', () => {
    const entry = {
      base_instructions: 'base',
      model_messages: {
        instructions_template: 'template',
        instructions_variables: {
          personality_default: 'D',
          personality_friendly: 'F',
          personality_pragmatic: 'P',
        },
      },
      truncation_policy: { mode: 'tokens', limit: 7 },
      input_modalities: ['text', 'audio'],
      use_responses_lite: true,
      comp_hash: '2911',
      supports_parallel_tool_calls: false,
      default_reasoning_level: 'low',
      supported_reasoning_levels: [{ effort: 'low', description: 'd' }, 'high', { none: 1 }],
      default_reasoning_summary: 'none',
      supports_reasoning_summary_parameter: false,
      supports_reasoning_effort_updates: true,
      support_verbosity: true,
      default_verbosity: 'high',
      service_tiers: [{ id: 'priority', name: 'Fast' }],
      context_window: 1000,
      max_context_window: 2000,
      effective_context_window_percent: 90,
    };
    expect(only(entry)).toEqual({
      slug: 'm',
      isKnown: true,
      baseInstructions: 'base',
      template: 'template',
      personalities: { default: 'D', friendly: 'F', pragmatic: 'P' },
      truncation: { mode: 'tokens', limit: 7 },
      takesImages: false,
      takesAudio: true,
      isLite: true,
      compHash: '2911',
      parallelToolCalls: false,
      defaultEffort: 'low',
      efforts: ['low', 'high'],
      serviceTiers: ['priority'],
      defaultSummary: 'none',
      takesSummary: false,
      takesEffortUpdates: true,
      verbosity: 'high',
      contextWindow: 1000,
      maxContextWindow: 2000,
      effectivePercent: 90,
      autoCompactTokenLimit: undefined,
      collaborationModes: {},
      agentRoles: {},
      permissionTexts: { permissions: {}, approvals: {} },
    });
  });

  it('may lack everything but its name', () => {
    const bare: Model = {
      slug: 'm',
      isKnown: true,
      baseInstructions: undefined,
      template: undefined,
      personalities: { default: undefined, friendly: undefined, pragmatic: undefined },
      truncation: { mode: 'bytes', limit: 10_000 },
      takesImages: true,
      takesAudio: false,
      isLite: false,
      compHash: undefined,
      parallelToolCalls: undefined,
      defaultEffort: undefined,
      efforts: [],
      serviceTiers: [],
      defaultSummary: undefined,
      takesSummary: true,
      takesEffortUpdates: false,
      verbosity: undefined,
      contextWindow: undefined,
      maxContextWindow: undefined,
      effectivePercent: 95,
      autoCompactTokenLimit: undefined,
      collaborationModes: {},
      agentRoles: {},
      permissionTexts: { permissions: {}, approvals: {} },
    };
    expect(only({})).toEqual(bare);
    const nulls = {
      model_messages: null,
      truncation_policy: null,
      input_modalities: null,
      comp_hash: null,
    };
    expect(only(nulls)).toEqual(bare);
    expect(
      only({ model_messages: { instructions_template: null, instructions_variables: null } }),
    ).toEqual(bare);
  });

  it('keeps an empty template and empty variables', () => {
    const messages = {
      instructions_template: '',
      instructions_variables: { personality_friendly: '' },
    };
    expect(only({ model_messages: messages })).toMatchObject({
      template: '',
      personalities: { friendly: '' },
    });
  });

  it('has a verbosity only where the model supports one', () => {
    expect(only({ default_verbosity: 'low' }).verbosity).toBe(undefined);
    expect(only({ support_verbosity: true }).verbosity).toBe(undefined);
  });
});

describe('a model that no entry describes', () => {
  it.each([
    ['gpt-5.6-sol', true],
    ['openai/gpt-5.6-sol', true],
    ['gpt-6.2-sol', true],
    ['gpt-daybreak-blue-latest', true],
    ['gpt-5.5', false],
    ['my-gpt-6', false],
    ['a/b/gpt-6', false],
  ])('is taken for lite by its name: %s', (slug, isLite) => {
    expect(new Catalog(undefined).lookUp(slug).isLite).toBe(isLite);
  });
});

describe('a model without entry', () => {
  it.each([
    ['gpt-6.2-sol', true],
    ['openai/gpt-6-astra', true],
    ['gpt-6-sol', false],
    ['gpt-5.5', false],
  ])(
    'is known by its name to take changes of effort, or not to: %s',
    (slug, takesEffortUpdates) => {
      expect(new Catalog(undefined).lookUp(slug).takesEffortUpdates).toBe(takesEffortUpdates);
    },
  );
});

describe('a catalog of what Codex brings along', () => {
  const isBuiltIn = (...slugs: unknown[]): boolean =>
    new Catalog(slugs.map((slug) => ({ slug }))).isBuiltIn();

  it('names no other models', () => {
    expect(new Catalog(undefined).isBuiltIn()).toBe(true);
    expect(
      isBuiltIn('gpt-5.5', 'gpt-6-sol', 'codex-auto-review', 'openai/gpt-5.5', 'gpt-5.5-high'),
    ).toBe(true);
    expect(isBuiltIn('gpt-5.5', 'stone')).toBe(false);
    expect(isBuiltIn('my-gpt-5.5')).toBe(false);
    expect(isBuiltIn(5)).toBe(false);
  });
});

describe('a catalog', () => {
  it.each([[null], [1], ['models'], [{}], [{ models: {} }], [{ models: null }]])(
    'is none: %j',
    (json) => {
      const reading = (): Catalog => new Catalog(json);
      expect(reading).toThrow(PromptmillError);
      expect(reading).toThrow(expect.objectContaining({ code: 'bad_catalog' }));
    },
  );

  it('may be the list itself, and passes over what is no entry', () => {
    const catalog = new Catalog([null, 'm', { slug: 5 }, { slug: 'm', base_instructions: 'own' }]);
    expect(catalog.lookUp('m').baseInstructions).toBe('own');
  });

  it('says whether it matters which model recorded a tool output', () => {
    const unknown = new Catalog(undefined).lookUp('').truncation;
    const like = (policy: unknown): boolean =>
      new Catalog([{ slug: 'm', truncation_policy: policy }]).hasOneTruncationPolicy();
    expect(new Catalog(undefined).hasOneTruncationPolicy()).toBe(true);
    expect(like(unknown)).toBe(true);
    expect(like({ ...unknown, limit: 1 })).toBe(false);
  });
});
