import { describe, expect, it } from 'vitest';
import { atom, atomName, atomNames, atomOf, maxAtomBytes } from '../../src/contract/atoms.js';

describe('atoms', () => {
  it('number each name once, from 1, and in a byte', () => {
    expect(new Set(atomNames).size).toBe(atomNames.length);
    expect(atomNames.length).toBeLessThan(256);
    expect(atomNames.map((name) => atomName(atom(name)))).toEqual([...atomNames]);
    expect([atom(atomNames[0]), atomOf('nothing of the kind'), atomName(0)]).toEqual([
      1,
      0,
      undefined,
    ]);
  });

  it('are ASCII without escapes, none longer than is told', () => {
    for (const name of atomNames) {
      expect(name).toMatch(/^[a-z0-9_]+$/);
      expect(name.length).toBeLessThanOrEqual(maxAtomBytes);
    }
  });
});
