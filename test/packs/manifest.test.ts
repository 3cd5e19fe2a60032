import { describe, expect, it } from 'vitest';
import { describeFile, placeholdersIn } from '../../src/packs/manifest.js';

describe('what a manifest says of a text', () => {
  it('is its hash, its bytes and its places', () => {
    expect(describeFile(Buffer.from('é {{ b_c }} {{ a }} {{ a }}\n'))).toEqual({
      sha256: 'd40dcc4450fde2c08ed9d36d10b3b00f24505ae77622ab8ae5635b3166badfd1',
      bytes: 29,
      placeholders: ['b_c', 'a'],
    });
  });

  it('takes for a place only what is written as one', () => {
    expect(placeholdersIn('{{a}} {{ A }} { a } {{  a }} {{ a')).toEqual([]);
  });
});
