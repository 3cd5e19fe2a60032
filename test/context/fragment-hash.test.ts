import { describe, expect, it } from 'vitest';
import { fragmentHash } from '../../src/context/fragment-hash.js';

describe('fragmentHash', () => {
  it('is the one the reference program records', () => {
    expect(fragmentHash('developer', '<collaboration_mode></collaboration_mode>')).toBe(
      'dfd53114f5f6f9f5fd7816370d0bf2847806246d',
    );
  });

  it('does not tell line ends apart (6.17)', () => {
    expect(fragmentHash('user', 'a\r\nb')).toBe(fragmentHash('user', 'a\nb'));
    expect(fragmentHash('user', 'a\rb')).not.toBe(fragmentHash('user', 'a\nb'));
  });

  it('tells roles apart, and where a field ends', () => {
    expect(fragmentHash('user', 'a')).not.toBe(fragmentHash('developer', 'a'));
  });
});
