import { describe, expect, it } from 'vitest';
import { embedJson, escapeHtml } from '../../../src/report/html/embed-json.js';
import { hostileTexts } from '../../support/hostile-texts.js';

describe('embedJson', () => {
  it.each(hostileTexts)('keeps %j and lets nothing of it be markup', (text) => {
    const embedded = embedJson({ [text]: [text] });
    expect(embedded).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(embedded)).toEqual({ [text]: [text] });
  });

  it('keeps half a surrogate pair as an escape, so that the page is well-formed UTF-8', () => {
    const embedded = embedJson('\ud83d');
    expect(embedded).toBe(String.raw`"\ud83d"`);
    expect(Buffer.from(embedded).toString()).toBe(embedded);
  });
});

describe('escapeHtml', () => {
  it('leaves no sign that begins a tag, a reference, or ends an attribute', () => {
    expect(escapeHtml(`a<b>&"'`)).toBe('a&#60;b&#62;&#38;&#34;&#39;');
  });
});
