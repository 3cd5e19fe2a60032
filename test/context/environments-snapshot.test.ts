import { describe, expect, it } from 'vitest';
import {
  environmentsById,
  readEnvironmentsSnapshot,
} from '../../src/context/environments-snapshot.js';

const rules = { tellsPrimaryEnvironment: false };
const newerRules = { tellsPrimaryEnvironment: true };

describe('environments by id', () => {
  const local = { id: 'local', cwd: '/r', status: 'available', shell: 'bash' } as const;
  const starting = { id: 's', cwd: '/s', status: 'starting', shell: 'zsh' } as const;

  it('know no shell while they start', () => {
    expect(environmentsById([local, starting], rules)).toEqual({
      local: { cwd: '/r', status: 'available', shell: 'bash' },
      s: { cwd: '/s', status: 'starting' },
    });
  });

  it('mark the first of several that is ready, by newer rules', () => {
    expect(environmentsById([starting, local, { ...local, id: 'r1' }], newerRules)).toEqual({
      s: { cwd: '/s', status: 'starting' },
      local: { cwd: '/r', status: 'available', shell: 'bash', is_primary: true },
      r1: { cwd: '/r', status: 'available', shell: 'bash' },
    });
  });

  it('mark none that is alone, and none when all of them start', () => {
    expect(environmentsById([local], newerRules)).toEqual({
      local: { cwd: '/r', status: 'available', shell: 'bash' },
    });
    expect(environmentsById([starting, { ...starting, id: 't' }], newerRules)).toEqual({
      s: { cwd: '/s', status: 'starting' },
      t: { cwd: '/s', status: 'starting' },
    });
  });
});

describe('a snapshot of a world state', () => {
  const local = { cwd: '/r', status: 'available', shell: 'bash' };
  const whole = {
    environments: { local },
    current_date: '2026-01-02',
    timezone: 'Etc/UTC',
    network: '<network/>',
    filesystem: '<filesystem/>',
    subagents: '- 1: Ada',
  };

  it('is read whole', () => {
    expect(readEnvironmentsSnapshot(whole, rules)).toEqual(whole);
  });

  it('may lack every text, and hold what is not known', () => {
    const value = { environments: { local: { ...local, more: 1 } }, network: null, more: 1 };
    expect(readEnvironmentsSnapshot(value, rules)).toEqual({ environments: { local } });
  });

  it.each([
    undefined,
    null,
    'text',
    [],
    {},
    { environments: null },
    { environments: { local: null } },
    { environments: { local: { ...local, status: undefined } } },
    { environments: { local: { ...local, status: 'weird' } } },
    { environments: { local: { ...local, cwd: 5 } } },
    { environments: { local: { status: 'available' } } },
    { environments: { local: { ...local, shell: 5 } } },
    { ...whole, current_date: 5 },
    { ...whole, subagents: 5 },
  ])('is not %j', (value) => {
    expect(readEnvironmentsSnapshot(value, rules)).toBe(undefined);
  });

  it('is read without a shell', () => {
    const value = { environments: { local: { ...local, shell: null } } };
    expect(readEnvironmentsSnapshot(value, rules)).toEqual({
      environments: { local: { cwd: '/r', status: 'available' } },
    });
  });

  it('has a mark of the primary environment by newer rules only', () => {
    const value = { environments: { local: { ...local, is_primary: true } } };
    expect(readEnvironmentsSnapshot(value, newerRules)).toEqual(value);
    expect(readEnvironmentsSnapshot(value, rules)).toEqual({ environments: { local } });
    const wrong = { environments: { local: { ...local, is_primary: 1 } } };
    expect(readEnvironmentsSnapshot(wrong, newerRules)).toBe(undefined);
    expect(readEnvironmentsSnapshot(wrong, rules)).toEqual({ environments: { local } });
  });
});
