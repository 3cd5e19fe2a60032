import { describe, expect, it } from 'vitest';
import { JsonText } from '../../src/cache/json-text.js';

describe('JsonText', () => {
  it('prints each text as JSON.stringify does, whatever came before', () => {
    const texts = ['', 'a', 'a', 'line\n"two"\u2028', '', 'line\n"two"\u2028', '\ud800'];
    const json = new JsonText();
    expect(texts.map((text) => json.of(text))).toEqual(texts.map((text) => JSON.stringify(text)));
  });
});
