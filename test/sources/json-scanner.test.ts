import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactJson, findJsonFlaw, objectMembers } from '../../src/sources/json-scanner.js';

const indented = fc.json().map((text) => JSON.stringify(JSON.parse(text), undefined, 2));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a flaw in JSON', () => {
  it('is found exactly where the engine refuses the text too', () => {
    const junk = fc.constantFrom(
      '',
      '"',
      '{',
      '}',
      ',',
      ':',
      '\\',
      '0',
      '-',
      'e',
      ' ',
      '\u0001',
      'é',
    );
    const broken = fc.tuple(indented, fc.nat(), junk).map(([text, at, insert]) => {
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + insert + text.slice(cut + 1);
    });
    fc.assert(
      fc.property(broken, (text) => {
        expect(findJsonFlaw(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['', 0, 'a value'],
    ['{"a":1,}', 7, 'a key in double quotes'],
    ['{"a" 1}', 5, 'a colon'],
    ['[1 2]', 3, 'a comma or ]'],
    ['["\n"]', 1, 'a valid string'],
    ['[01]', 2, 'a comma or ]'],
    ['{} x', 3, 'the end of the text'],
    ['['.repeat(502), 501, 'at most 500 levels'],
  ])('in %j is at %i', (text, at, expected) => {
    expect(findJsonFlaw(text)).toEqual({ at, expected });
  });
});

describe('compact JSON', () => {
  it('is what the engine prints without spaces', () => {
    fc.assert(
      fc.property(indented, (text) => {
        expect(compactJson(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('keeps numbers, escapes and repeated keys as they are written', () => {
    expect(compactJson('{ "b" : 1.0 ,\t"2":"\\u00e9 \\" x",\n"b": 1e3 }')).toBe(
      '{"b":1.0,"2":"\\u00e9 \\" x","b":1e3}',
    );
  });
});

describe('a string of millions of escapes', () => {
  const text = `{ "a": "${String.raw`\n`.repeat(6_000_000)}" }`;

  it('is read and kept', () => {
    expect(findJsonFlaw(text)).toBeUndefined();
    expect(objectMembers(text)?.length).toBe(1);
    expect(compactJson(text).length).toBe(text.length - 3);
  });
});

describe('the members of an object', () => {
  it('are given with the range of their value', () => {
    const text = ' { "a" : [1, 2] , "b\\u0063" : {"a":null}, "a": "x" } ';
    const members = objectMembers(text)?.map(({ key, value }) => [
      key,
      text.slice(value.start, value.end),
    ]);
    expect(members).toEqual([
      ['a', '[1, 2]'],
      ['bc', '{"a":null}'],
      ['a', '"x"'],
    ]);
  });

  it('are none for anything else', () => {
    expect(objectMembers('[{"a":1}]')).toBeUndefined();
    expect(objectMembers('{}')).toEqual([]);
  });
});
