import { describe, expect, it } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.js';
import type { Model } from '../../src/catalog/model.js';
import { instructionsKey } from '../../src/context/instructions-key.js';
import { profile } from '../support/decode-one.js';

function model(slug: string, base: string): Model {
  return new Catalog([{ slug: 'mill', base_instructions: base }]).lookUp(slug);
}

describe('instructionsKey', () => {
  it('goes by what a text is rendered from, not by the model’s name', () => {
    const [one, other, third] = [model('mill', 'A'), model('mill-two', 'A'), model('mill', 'B')];
    const key = (of: Model) => instructionsKey(of, 'none', profile('0.145'));
    expect(key(one)).toBe(key(other));
    expect(key(one)).not.toBe(key(third));
  });

  it('tells personalities and ways of rendering apart', () => {
    const mill = model('mill', 'A');
    const keys = [
      instructionsKey(mill, undefined, profile('0.145')),
      instructionsKey(mill, 'none', profile('0.145')),
      instructionsKey(mill, 'friendly', profile('0.145')),
      instructionsKey(mill, undefined, profile('0.171')),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
