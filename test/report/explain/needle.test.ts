import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Needle } from '../../../src/report/explain/needle.js';

describe('a needle', () => {
  it('counts how often it stands in all texts of a part, and shows the first', () => {
    expect(new Needle('oat').matchIn(['rye', 'an oat, oats', 'oat'])).toEqual({
      count: 3,
      before: 'an ',
      text: 'oat',
      after: ', oats',
    });
  });

  it('does not take a part by its bytes for one without it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.string(), (text, around) => {
        const needle = new Needle(text);
        for (const value of [around + text, JSON.stringify({ a: around + text })]) {
          const json = Buffer.from(JSON.stringify({ value }));
          expect(needle.mayStandIn(json, 0)).toBe(true);
        }
      }),
    );
  });

  it('sees a text that begins in front of the place it is looked for from', () => {
    const json = Buffer.from('{"a":"first words"}');
    expect(new Needle('first words').mayStandIn(json, 10)).toBe(true);
  });

  it('takes what only looks like JSON as the text it is', () => {
    expect(new Needle('b').matchIn(['{a\\'])).toBeUndefined();
  });
});
