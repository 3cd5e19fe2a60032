import { describe, expect, it } from 'vitest';
import { fitTexts } from '../../../src/report/html/fit-texts.js';

const lengthOf = (text: ReturnType<typeof fitTexts>[number]) =>
  typeof text === 'string' ? text.length : text.head.length + text.tail.length;

describe('fitTexts', () => {
  it('leaves texts alone that fit', () => {
    expect(fitTexts(['a', 'bb'], { maxText: 10, maxTotal: 10 })).toEqual(['a', 'bb']);
  });

  it('takes the middle out of a text that is too long, and says how many bytes that were', () => {
    expect(fitTexts(['0123456789äöü'], { maxText: 10, maxTotal: 100 })).toEqual([
      { head: '01234567', tail: 'öü', hiddenBytes: 4 },
    ]);
  });

  it('keeps within the total, and short texts whole', () => {
    const texts = ['tiny', 'x'.repeat(900), 'y'.repeat(500), 'small'];
    const fitted = fitTexts(texts, { maxText: 1000, maxTotal: 609 });
    expect(fitted.map(lengthOf)).toEqual([4, 300, 300, 5]);
  });

  it('does not split a surrogate pair', () => {
    const [fitted] = fitTexts(['😀'.repeat(20)], { maxText: 11, maxTotal: 100 });
    if (fitted === undefined || typeof fitted === 'string') throw new Error('not elided');
    expect(fitted.head).toBe('😀'.repeat(4));
    expect(fitted.tail).toBe('😀');
    expect(fitted.hiddenBytes).toBe(15 * 4);
  });

  it('has nothing to do without texts', () => {
    expect(fitTexts([], { maxText: 10, maxTotal: 10 })).toEqual([]);
  });
});
