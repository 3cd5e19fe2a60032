import { describe, expect, it } from 'vitest';
import {
  cutStart,
  cutTo,
  fit,
  visibleText,
  widthOf,
  wrap,
} from '../../../src/report/explain/visible-text.js';

describe('a text on one line', () => {
  it('shows line ends, tabs, escapes and what turns or hides writing', () => {
    expect(visibleText('a\r\nb\tc\u001B[31m\u0000\u007F\u0085\u202Ed\u200B')).toBe(
      'a↵b⇥c␛[31m␀␡<U+0085><U+202E>d<U+200B>',
    );
  });

  it('has one blank for many, and a sign for half a pair', () => {
    expect(visibleText('a    b\uD800')).toBe('a b\u{FFFD}');
  });
});

describe('columns', () => {
  it('are two for wide characters and one for what is put together', () => {
    expect(['abc', '방아', '水', 'e\u0301', '🌾', '👩‍🌾'].map(widthOf)).toEqual([3, 4, 2, 1, 2, 2]);
  });

  it('bound a text, which is then cut with a mark and filled with blanks', () => {
    expect(cutTo('grinding', 5)).toBe('grin…');
    expect(fit('방아방아', 6)).toBe('방아… ');
    expect(fit('rye', 5)).toBe('rye  ');
    expect(cutStart('grinding', 5)).toBe('…ding');
    expect(cutStart('rye', 5)).toBe('rye');
    expect(cutStart('rye', 0)).toBe('');
  });

  it('are kept by lines of whole words', () => {
    expect(wrap('the stone grinds exceedingly fine', 10)).toEqual([
      'the stone',
      'grinds',
      'exceedingly',
      'fine',
    ]);
  });
});
