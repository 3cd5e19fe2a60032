import { describe, expect, it } from 'vitest';
import { stalePermissions } from '../../../../src/report/lint/rules/stale-permissions.js';
import { lintLines } from '../../../support/lint-lines.js';
import {
  assistant,
  compacted,
  completed,
  context,
  developer,
  type Json,
  type Line,
  message,
  meta,
  prompt,
  started,
  user,
} from '../../../support/rollout-lines.js';

function messages(...lines: readonly Line[]): string[] {
  const all = [meta(), started('t1'), ...lines, ...prompt('Grind.'), assistant('Ground.')];
  return lintLines(all, { lintRules: [stalePermissions] }).map(({ message }) => message);
}

const told = (text: string): Json =>
  developer(`<permissions instructions>${text}</permissions instructions>`);
const environment = (inner: string): Json =>
  user(`<environment_context>${inner}</environment_context>`);

describe('stale-permissions', () => {
  it('knows the text of a workspace in which nothing may be written', () => {
    const profile = {
      type: 'managed',
      file_system: { type: 'restricted', entries: [] },
      network: 'restricted',
    };
    const turn = context('t1', {
      permission_profile: profile,
      sandbox_policy: { type: 'workspace-write' },
    });
    expect(messages(turn, told('`read-only`'))).toEqual([]);
    expect(messages(turn, told('`workspace-write`'))).toEqual([
      'the sandbox text says workspace-write, the turn runs with read-only',
    ]);
  });

  it('says nothing of a text that names no mode, or two', () => {
    expect(messages(context('t1'), told('All is open.'))).toEqual([]);
    expect(
      messages(context('t1'), told('`danger-full-access` is better than `read-only`')),
    ).toEqual([]);
  });

  it('says nothing where the policy of the turn is not understood', () => {
    const turn = context('t1', { sandbox_policy: { type: 'moat' } });
    expect(messages(turn, told('`danger-full-access`'))).toEqual([]);
  });

  it('finds what is taught though nobody approves', () => {
    const teaching = told('Set `sandbox_permissions` to `require_escalated`.');
    expect(messages(context('t1'), teaching)).toEqual([
      'the approval text says require_escalated, the turn runs with never',
    ]);
    expect(messages(context('t1', { approval_policy: 'on-request' }), teaching)).toEqual([]);
  });

  it('reads the policy that older releases told with the environment', () => {
    const old = environment(
      '<approval_policy>on-request</approval_policy><sandbox_mode>danger-full-access</sandbox_mode>',
    );
    expect(messages(context('t1'), old)).toEqual([
      'the sandbox text says danger-full-access, the turn runs with read-only',
      'the approval text says on-request, the turn runs with never',
    ]);
    expect(messages(context('t1'), environment('<sandbox_mode>read-only</sandbox_mode>'))).toEqual(
      [],
    );
  });

  it('takes no word for a policy that is none', () => {
    expect(messages(context('t1'), environment('<sandbox_mode>moat</sandbox_mode>'))).toEqual([]);
  });

  it('does not judge the request of a compaction, whose context is told after it', () => {
    const lines = [
      meta(),
      started('t1'),
      context('t1'),
      told('`read-only`'),
      ...prompt('Grind.'),
      assistant('Ground.'),
      completed('t1'),
      started('t2'),
      context('t2', { sandbox_policy: { type: 'danger-full-access' } }),
      compacted([message('user', 'Sum: all is ground.')], 'Sum: all is ground.'),
      completed('t2'),
    ];
    expect(lintLines(lines, { lintRules: [stalePermissions] })).toEqual([]);
  });
});
