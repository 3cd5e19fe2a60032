import { describe, expect, it } from 'vitest';
import { wrongModel } from '../../../../src/report/lint/rules/wrong-model.js';
import { lintLines } from '../../../support/lint-lines.js';
import {
  assistant,
  context,
  developer,
  meta,
  prompt,
  started,
} from '../../../support/rollout-lines.js';

function messages(model: string, base: string, ...switches: readonly string[]): string[] {
  const lines = [
    meta({ base_instructions: { text: base } }),
    started('t1'),
    context('t1', { model }),
    ...switches.map((text) => developer(`<model_switch>${text}</model_switch>`)),
    ...prompt('Grind.'),
    assistant('Ground.'),
  ];
  return lintLines(lines, { lintRules: [wrongModel] }).map(({ message }) => message);
}

describe('wrong-model', () => {
  it.each([
    ['stone-7b', 'You are GPT-5, a miller.', 'GPT-5'],
    ['gpt-5.4', 'You are a miller based on GPT-5.2.', 'GPT-5.2'],
    ['stone-7b', 'You are a careful miller, powered by Qwen 3.', 'Qwen 3'],
  ])('finds that %s is told: %s', (model, base, named) => {
    expect(messages(model, base)).toEqual([
      `the model is told that it is ${named}; the request goes to ${model}`,
    ]);
  });

  it.each([
    ['gpt-5.4-mini', 'You are GPT-5, a miller.'],
    ['openai/gpt-5.2-stone', 'You are GPT-5.2, a miller.'],
    ['codex-auto', 'You are GPT-5, a miller.'],
    ['stone-7b', 'You are a miller. GPT-5 wrote the mill.'],
    ['stone-7b', `${'Weigh. '.repeat(400)}You are GPT-5.`],
  ])('says nothing when %s is told: %s', (model, base) => {
    expect(messages(model, base)).toEqual([]);
  });

  it('goes by what the newest switch tells', () => {
    const base = 'You are GPT-5.2, a miller.';
    expect(messages('gpt-5.4', base, 'You are GPT-5.4, a miller.')).toEqual([]);
    expect(messages('stone', base, 'You are Grok 4, a miller.')).toEqual([
      'the model is told that it is Grok 4; the request goes to stone',
    ]);
  });
});
