import { describe, expect, it } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.js';
import type { Model } from '../../src/catalog/model.js';
import { modelInstructions } from '../../src/context/model-instructions.js';
import { profile } from '../support/decode-one.js';
import type { Json } from '../support/rollout-lines.js';

const all = {
  personality_default: 'DEF',
  personality_friendly: 'FRI',
  personality_pragmatic: 'PRA',
};

function model(
  template: string | null | undefined,
  variables: Json | null = all,
  base = 'BASE',
): Model {
  const messages = { instructions_template: template, instructions_variables: variables };
  const entry = {
    slug: 'm',
    base_instructions: base,
    model_messages: template === undefined ? undefined : messages,
  };
  return new Catalog([entry]).lookUp('m');
}

const personalities = [undefined, 'none', 'friendly', 'pragmatic'] as const;

/** The instructions for no, `none`, the friendly and the pragmatic personality. */
function row(of: Model, rules: '0.145' | '0.171' = '0.145'): (string | undefined)[] {
  return personalities.map((personality) => modelInstructions(of, personality, profile(rules)));
}

describe('modelInstructions', () => {
  it('puts the personality in the place of every placeholder', () => {
    expect(row(model('A {{ personality }} B {{ personality }} C'))).toEqual([
      'A DEF B DEF C',
      'A  B  C',
      'A FRI B FRI C',
      'A PRA B PRA C',
    ]);
  });

  it('knows the placeholder in one spelling', () => {
    for (const template of [
      'A {{personality}} B',
      'A {{  personality }} B',
      'A {{ Personality }} B',
      'FIXED',
    ]) {
      expect(row(model(template))).toEqual([template, template, template, template]);
    }
  });

  it('takes a variable that is missing for an empty one', () => {
    const some = {
      personality_default: null,
      personality_friendly: null,
      personality_pragmatic: 'PRA',
    };
    expect(row(model('A {{ personality }} B', some))).toEqual(['A  B', 'A  B', 'A  B', 'A PRA B']);
    expect(row(model('A {{ personality }} B', null))).toEqual(['A  B', 'A  B', 'A  B', 'A  B']);
    expect(row(model('A {{ personality }} B', {}))).toEqual(['A  B', 'A  B', 'A  B', 'A  B']);
    expect(modelInstructions(model('A {{ personality }} B'), 'grim', profile('0.145'))).toBe(
      'A  B',
    );
  });

  it('goes by the base instructions without a template', () => {
    expect(row(model(null))).toEqual(['BASE', 'BASE', 'BASE', 'BASE']);
    expect(row(model(undefined))).toEqual(['BASE', 'BASE', 'BASE', 'BASE']);
    expect(row(model(undefined, all, 'B {{ personality }}'))).toEqual(
      personalities.map(() => 'B {{ personality }}'),
    );
  });

  it('takes an empty template for one', () => {
    expect(row(model(''))).toEqual(['', '', '', '']);
  });

  it('puts texts in literally and once', () => {
    const odd = {
      personality_friendly: 'F {{ personality }}',
      personality_pragmatic: '$& $1 $$ \\1',
    };
    expect(row(model('A {{ personality }} B', odd)).slice(2)).toEqual([
      'A F {{ personality }} B',
      'A $& $1 $$ \\1 B',
    ]);
  });

  it('leaves the section out for no personality, of template and base alike', () => {
    const text = 'A\n# Personality\n{{ personality }}\n# Rest {{ personality }}\n';
    expect(row(model(text))[1]).toBe('A\n# Rest \n');
    expect(row(model(null, all, text))[1]).toBe('A\n# Rest {{ personality }}\n');
  });

  it('sends the template as it is from release 0.159 on, but still without the section', () => {
    const text = 'A {{ personality }}\n# Personality\nP\n# Rest\n';
    expect(row(model(text), '0.171')).toEqual([text, 'A {{ personality }}\n# Rest\n', text, text]);
  });

  it('is not known for a model that is not', () => {
    expect(row(new Catalog(undefined).lookUp('m'))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
