import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementsOf, fieldsOf, pathAt } from '../../src/report/json-text.js';

describe('JSON text', () => {
  it('is cut into fields that are as they were written', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, (value) => {
        const fields = fieldsOf(JSON.stringify(value));
        const expected = Object.entries(value).map(([key, own]) => ({
          key,
          value: JSON.stringify(own),
        }));
        expect(fields).toEqual(expected);
      }),
    );
  });

  it('is cut into elements that are as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (value) => {
        expect(elementsOf(JSON.stringify(value))).toEqual(value.map((own) => JSON.stringify(own)));
      }),
    );
  });

  it('keeps numbers and escapes as they are', () => {
    expect(fieldsOf(String.raw`{"a\u0062":1.0,"c":"\\\""}`)).toEqual([
      { key: 'ab', value: '1.0' },
      { key: 'c', value: String.raw`"\\\""` },
    ]);
  });

  it('is cut in time that grows with its length, whatever is escaped', () => {
    const text = `{"a":"${String.raw`\\`.repeat(3_000_000)}","b":1}`;
    expect(fieldsOf(text).map(({ key }) => key)).toEqual(['a', 'b']);
  });
});

describe('the path of a place in JSON text', () => {
  const text = '{"a":1,"b":[{"c":"x,y]","d":[]},[2,{"e":{"f":true}}]],"g":"h"}';

  it.each([
    ['{', '$'],
    ['1', '$.a'],
    ['[{', '$.b'],
    ['{"c"', '$.b[0]'],
    ['x,y', '$.b[0].c'],
    ['[]', '$.b[0].d'],
    ['2', '$.b[1][0]'],
    ['true', '$.b[1][1].e.f'],
    ['"h"', '$.g'],
  ])('of %j is %s', (part, path) => {
    expect(pathAt(text, text.indexOf(part))).toBe(path);
  });
});
