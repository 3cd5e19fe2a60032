import { describe, expect, it } from 'vitest';
import { createTokenEncoder } from '../../src/tokens/token-encoder.js';

describe('createTokenEncoder', () => {
  it('gives the ids of o200k_base', () => {
    expect(createTokenEncoder()('hello world')).toEqual([24912, 2375]);
  });

  it('takes what looks like a special token for text', () => {
    expect(createTokenEncoder()('<|endoftext|>').length).toBeGreaterThan(1);
  });
});
