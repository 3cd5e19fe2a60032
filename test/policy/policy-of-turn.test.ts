import { describe, expect, it } from 'vitest';
import { profileOfTurn, workspaceRootsOfTurn } from '../../src/policy/policy-of-turn.js';
import { profile } from '../support/decode-one.js';

describe('profileOfTurn', () => {
  it('takes the newer form where there is one, else the older', () => {
    const older = { sandbox_policy: { type: 'danger-full-access' } };
    expect(profileOfTurn(older, profile('0.145'))).toEqual({ type: 'disabled' });
    const newer = { ...older, permission_profile: { type: 'external', network: 'restricted' } };
    expect(profileOfTurn(newer, profile('0.145'))).toEqual({
      type: 'external',
      network: 'restricted',
    });
  });

  it('refuses a policy that can not be read', () => {
    expect(() => profileOfTurn({}, profile('0.145'))).toThrow(
      expect.objectContaining({ code: 'bad_policy' }),
    );
  });
});

describe('workspaceRootsOfTurn', () => {
  it.each([
    [{ workspace_roots: ['/a', '/b'] }, ['/a', '/b']],
    [{ workspace_roots: ['/a', 1] }, undefined],
    [{}, undefined],
  ])('reads %j', (turn, roots) => {
    expect(workspaceRootsOfTurn(turn)).toEqual(roots);
  });
});
