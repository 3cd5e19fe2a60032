import { describe, expect, it } from 'vitest';
import {
  countByText,
  hitAt,
  hitsIn,
  patternOf,
} from '../../../../src/report/html/page/find-hits.js';
import { Model } from '../../../../src/report/html/page/model.js';
import { emptyPage, placedPart } from '../../../support/page-data.js';

function countsOf(texts: readonly string[], query: string): readonly number[] {
  const pattern = patternOf(query);
  if (pattern === undefined) throw new Error('no pattern');
  return countByText(new Model(emptyPage({ texts })), pattern);
}

describe('patternOf', () => {
  it('finds words in any case, of any script', () => {
    expect(countsOf(['Mühle MÜHLE mühle', 'МЕЛЬНИЦА'], 'mühle')).toEqual([3, 0]);
    expect(countsOf(['Mühle', 'МЕЛЬНИЦА'], 'мельница')).toEqual([0, 1]);
  });

  it.each(['(a|b)*', '[x', '\\d', '^$', 'a.c', '{1}', '/', '-'])(
    'takes %s as it is typed',
    (query) => {
      expect(countsOf([`before ${query} behind`, 'abc 1'], query)).toEqual([1, 0]);
    },
  );

  it('looks for nothing when nothing is typed', () => {
    expect(patternOf('')).toBeUndefined();
  });
});

describe('hits', () => {
  const parts = [0, 1, 0].map((textId, position) => placedPart({ position, textId }));

  it('counts a text for each part that has it', () => {
    expect(hitsIn(parts, [2, 0])).toEqual({
      parts: [
        { position: 0, count: 2 },
        { position: 2, count: 2 },
      ],
      total: 4,
    });
  });

  it('says where the hit with a number is', () => {
    const hits = hitsIn(parts, [2, 1]);
    expect([0, 1, 2, 3, 4, 5].map((number) => hitAt(hits, number))).toEqual([
      { position: 0, nth: 0 },
      { position: 0, nth: 1 },
      { position: 1, nth: 0 },
      { position: 2, nth: 0 },
      { position: 2, nth: 1 },
      undefined,
    ]);
  });
});
