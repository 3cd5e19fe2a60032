import { describe, expect, it } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.js';
import { instructionsKey } from '../../src/context/instructions-key.js';
import { profile } from '../support/decode-one.js';

function key(slug: string, base: string, personality?: string, rules: '0.145' | '0.171' = '0.145') {
  const model = new Catalog([{ slug: 'mill', base_instructions: base }]).lookUp(slug);
  return instructionsKey(model, personality, profile(rules));
}

describe('instructionsKey', () => {
  it('goes by what a text is rendered from, not by the model’s name', () => {
    expect(key('mill', 'A')).toBe(key('mill-two', 'A'));
    expect(key('mill', 'A')).not.toBe(key('mill', 'B'));
  });

  it('tells personalities and ways of rendering apart', () => {
    const keys = [
      key('mill', 'A'),
      key('mill', 'A', 'none'),
      key('mill', 'A', 'friendly'),
      key('mill', 'A', undefined, '0.171'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
