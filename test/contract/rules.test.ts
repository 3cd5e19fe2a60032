import { describe, expect, it } from 'vitest';
import { rulesById, rulesForVersion, rulesProfiles } from '../../src/contract/rules.js';

describe('rulesForVersion', () => {
  it.each([
    ['0.145.0', '0.145'],
    ['0.149.99', '0.145'],
    ['0.150.0-alpha.1', '0.150'],
    ['0.154.2', '0.150'],
    ['0.155.0', '0.155'],
    ['0.159.1', '0.159'],
    ['0.163.0', '0.163'],
    ['0.170.9', '0.163'],
    ['0.171.0', '0.171'],
    ['0.1000.0', '0.171'],
    ['2.0.0', '0.171'],
    ['0.9.0', '0.145'],
  ])('gives %s the rules of %s', (version, id) => {
    expect(rulesForVersion(version)?.id).toBe(id);
  });

  it.each(['', 'dev', 'v0.145.0', '145'])('gives %j none', (version) => {
    expect(rulesForVersion(version)).toBe(undefined);
  });
});

describe('rulesProfiles', () => {
  it('stand in the order of their releases, each found by its name', () => {
    const ids = rulesProfiles.map(({ id }) => id);
    expect(ids).toEqual(['0.145', '0.150', '0.155', '0.159', '0.163', '0.171']);
    expect(ids.map((id) => rulesById(id)?.id)).toEqual(ids);
    expect(rulesById('0.146')).toBe(undefined);
  });
});
