import { describe, expect, it } from 'vitest';
import { holdsLoneSurrogate, withoutLoneSurrogates } from '../../src/export/lone-surrogates.js';

describe('withoutLoneSurrogates', () => {
  it.each([
    [String.raw`{"a":"\ud83d"}`, String.raw`{"a":"\ufffd"}`, 6],
    [String.raw`{"a":"\uDE00\uD83D"}`, String.raw`{"a":"\ufffd\ufffd"}`, 12],
    [String.raw`{"a":"é\ud83d\ud83d\ude00"}`, String.raw`{"a":"é\ufffd\ud83d\ude00"}`, 6],
  ])('puts the replacement character in place of each half in %s', (json, expected, bytes) => {
    const { bytes: replaced, losses } = withoutLoneSurrogates(Buffer.from(json));

    expect(Buffer.from(replaced).toString()).toBe(expected);
    expect(losses).toEqual([{ path: '', code: 'changed.lone_surrogate', bytes }]);
  });

  it.each([
    String.raw`{"a":"\ud83d\ude00"}`,
    String.raw`{"a":"\\ud83d"}`,
    String.raw`{"a":"\\\\ud83d and é 😀"}`,
  ])('gives %s back as it is', (json) => {
    const body = Buffer.from(json);

    expect(withoutLoneSurrogates(body)).toEqual({ bytes: body, losses: [] });
  });
});

describe('holdsLoneSurrogate', () => {
  it('finds halves in texts and keys, and takes pairs and written escapes for text', () => {
    const values = [{ a: ['\ude00'] }, { '\ud83d': 1 }, { a: '😀' }, { a: String.raw`\ud83d` }];

    expect(values.map(holdsLoneSurrogate)).toEqual([true, true, false, false]);
  });
});
