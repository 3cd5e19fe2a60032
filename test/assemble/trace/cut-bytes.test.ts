import { describe, expect, it } from 'vitest';
import { cutBytes } from '../../../src/assemble/trace/cut-bytes.js';

describe('cutBytes', () => {
  it('counts the recorded bytes between the head and the tail that are sent', () => {
    expect(cutBytes({ output: 'abc[…]xyz' }, { output: 'abcdefuvwxyz' })).toBe(6);
  });

  it('is nothing where the text is sent as it was recorded', () => {
    expect(cutBytes({ output: 'abc' }, { output: 'abc' })).toBe(0);
  });

  it('counts bytes, not characters', () => {
    expect(cutBytes({ output: 'a…z' }, { output: 'aééz' })).toBe(4);
  });

  it('takes the texts of a list together, and those of the older form', () => {
    const sent = { output: [{ type: 'input_text', text: 'ab' }] };
    const texts = [{ text: 'ab' }, { type: 'input_image' }, { text: 'cd' }];
    expect(cutBytes(sent, { output: texts })).toBe(2);
    expect(cutBytes({ output: 'a' }, { output: { content: 'abc' } })).toBe(2);
  });
});
