import { describe, expect, it } from 'vitest';
import { TextCache } from '../../src/cache/text-cache.js';

/** Texts of 100 characters, which are 201 bytes with their entry. */
const text = (mark: string): string => mark.padEnd(100, '.');

function counting(cache: TextCache) {
  const rendered: string[] = [];
  return {
    rendered,
    get: (key: string) =>
      cache.get(key, () => {
        rendered.push(key);
        return text(key);
      }),
  };
}

describe('TextCache', () => {
  it('renders a text once', () => {
    const { get, rendered } = counting(new TextCache(1000));
    expect([get('a'), get('a')]).toEqual([text('a'), text('a')]);
    expect(rendered).toEqual(['a']);
  });

  it('keeps no more than its bytes, those that were used last', () => {
    const { get, rendered } = counting(new TextCache(402));
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key);
    expect(rendered).toEqual(['a', 'b', 'c', 'b']);
  });

  it('holds up under churn: what is in use stays, all else is let go', () => {
    const { get, rendered } = counting(new TextCache(2010));
    for (let round = 0; round < 1000; round += 1) {
      get('hot');
      get(`cold ${round}`);
    }
    expect(rendered.filter((key) => key === 'hot')).toEqual(['hot']);
    expect(rendered).toHaveLength(1001);
    for (let round = 991; round < 1000; round += 1) get(`cold ${round}`);
    expect(rendered).toHaveLength(1001);
    get('cold 990');
    expect(rendered.at(-1)).toBe('cold 990');
  });

  it('does not keep what is larger than all of it, and gives it all the same', () => {
    const { get, rendered } = counting(new TextCache(200));
    expect([get('a'), get('a')]).toEqual([text('a'), text('a')]);
    expect(rendered).toEqual(['a', 'a']);
  });

  it('asks again for what there is no text of', () => {
    const cache = new TextCache(1000);
    let asked = 0;
    const none = (): undefined => {
      asked += 1;
    };
    expect([cache.get('a', none), cache.get('a', none)]).toEqual([undefined, undefined]);
    expect(asked).toBe(2);
  });
});
