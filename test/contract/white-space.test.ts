import { describe, expect, it } from 'vitest';
import { isBlank, trimEnd, trimStart } from '../../src/contract/white-space.js';

const spaces = [
  '',
  ' ',
  '\n\t ',
  '\u0085',
  '\u00a0',
  '\u1680',
  '\u2003',
  '\u2028\u2029',
  '\u202f\u205f\u3000',
];
const noSpaces = ['\ufeff', '\u200b', '\u180e', '\u001c', '\u001f', 'x'];

describe('trimming', () => {
  it.each(spaces)('takes %j off its side', (space) => {
    expect(trimStart(`${space}a${space}`)).toBe(`a${space}`);
    expect(trimEnd(`${space}a${space}`)).toBe(`${space}a`);
  });

  it.each(noSpaces)('leaves %j', (other) => {
    expect(trimStart(`${other}a`)).toBe(`${other}a`);
    expect(trimEnd(`a${other}`)).toBe(`a${other}`);
  });
});

describe('isBlank', () => {
  it.each(spaces)('is true of %j', (space) => {
    expect(isBlank(space)).toBe(true);
  });

  it.each(noSpaces)('is false of %j', (other) => {
    expect(isBlank(` ${other} `)).toBe(false);
  });
});
