import { describe, expect, it } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.js';
import { withConfigOverrides, type ConfigOverrides } from '../../src/catalog/config-overrides.js';
import { supportsPersonality } from '../../src/catalog/supports-personality.js';

const section = 'I\n# Personality\nP {{ personality }}\n# End\n';

const model = new Catalog([
  {
    slug: 'mill',
    base_instructions: section,
    model_messages: {
      instructions_template: section,
      instructions_variables: {
        personality_default: '',
        personality_friendly: '',
        personality_pragmatic: '',
      },
    },
    context_window: 100_000,
    max_context_window: 400_000,
    auto_compact_token_limit: 90_000,
    truncation_policy: { mode: 'tokens', limit: 10_000 },
  },
]).lookUp('mill');

function overridden(overrides: Partial<ConfigOverrides>) {
  return withConfigOverrides(model, { personalityEnabled: true, ...overrides });
}

function texts(overrides: Partial<ConfigOverrides>) {
  const { baseInstructions, template } = overridden(overrides);
  return [baseInstructions, template];
}

describe('withConfigOverrides', () => {
  it('puts an override, even an empty one, in the place of all texts (1.11)', () => {
    expect(texts({ baseInstructions: '' })).toEqual(['', undefined]);
    expect(texts({ baseInstructions: section, personality: 'none' })).toEqual([section, undefined]);
    expect(supportsPersonality(overridden({ baseInstructions: section }))).toBe(false);
  });

  it('takes the section on personality out for none (1.12)', () => {
    expect(texts({ personality: 'none' })).toEqual(['I\n# End\n', 'I\n# End\n']);
    expect(texts({ personality: 'friendly' })).toEqual([section, section]);
  });

  it('leaves it in, without the template, where personalities are switched off (1.13)', () => {
    expect(texts({ personality: 'none', personalityEnabled: false })).toEqual([section, undefined]);
  });

  it('takes no window larger than the model’s largest (1.15)', () => {
    expect(overridden({ contextWindow: 500_000 }).contextWindow).toBe(400_000);
    expect(overridden({ contextWindow: 50_000 }).contextWindow).toBe(50_000);
    expect(overridden({}).contextWindow).toBe(100_000);
  });

  it('takes the other numbers as they are', () => {
    const numbers = overridden({ autoCompactTokenLimit: 1, toolOutputTokenLimit: 2 });
    expect(numbers.autoCompactTokenLimit).toBe(1);
    expect(numbers.truncation).toEqual({ mode: 'tokens', limit: 2 });
    expect(overridden({}).truncation).toEqual({ mode: 'tokens', limit: 10_000 });
  });

  it('counts four bytes a token where outputs are cut by bytes', () => {
    const byBytes = new Catalog([{ slug: 'mill' }]).lookUp('mill');
    const { truncation } = withConfigOverrides(byBytes, {
      personalityEnabled: true,
      toolOutputTokenLimit: 100,
    });
    expect(truncation).toEqual({ mode: 'bytes', limit: 400 });
  });
});

describe('supportsPersonality', () => {
  it('wants the place and all three texts, of which any may be empty', () => {
    const variants = [
      [section, { personality_default: '', personality_friendly: '', personality_pragmatic: '' }],
      [section, { personality_default: '', personality_friendly: null, personality_pragmatic: '' }],
      ['none', { personality_default: '', personality_friendly: '', personality_pragmatic: '' }],
      [section, null],
    ] as const;
    const answers = variants.map(([template, variables]) => {
      const messages = { instructions_template: template, instructions_variables: variables };
      return supportsPersonality(
        new Catalog([{ slug: 'mill', model_messages: messages }]).lookUp('mill'),
      );
    });
    expect(answers).toEqual([true, false, false, false]);
  });
});
