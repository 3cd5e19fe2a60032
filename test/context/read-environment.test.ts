import { describe, expect, it } from 'vitest';
import {
  editEnvironment,
  joinEnvironments,
  readEnvironment,
} from '../../src/context/read-environment.js';

const single = `<environment_context>
  <cwd>/a &amp; &quot;b&quot; &amp;lt;</cwd>
  <shell>zsh</shell>
  <current_date>2026-01-02</current_date>
  <timezone>Europe/Bern</timezone>
  <network enabled="true"><allowed>a.example,b.example</allowed></network>
  <filesystem><workspace_roots><root>/a</root></workspace_roots></filesystem>
  <subagents>
    - one: Ada
    - two: Bob
  </subagents>
</environment_context>`;

const list = `<environment_context>
  <environments>
    <environment id="local">
      <cwd>/a</cwd>
      <shell>bash</shell>
    </environment>
    <environment id="r&lt;1">
      <cwd>/b</cwd>
      <status>starting</status>
    </environment>
  </environments>
  <current_date>2026-01-03</current_date>
</environment_context>`;

describe('an environment context', () => {
  it('is read back, escapes undone once', () => {
    expect(readEnvironment(single)).toEqual({
      environments: { local: { cwd: '/a & "b" &lt;', status: 'available', shell: 'zsh' } },
      current_date: '2026-01-02',
      timezone: 'Europe/Bern',
      network: '<network enabled="true"><allowed>a.example,b.example</allowed></network>',
      filesystem: '<filesystem><workspace_roots><root>/a</root></workspace_roots></filesystem>',
      subagents: '- one: Ada\n- two: Bob',
    });
  });

  it('is read back when it lists several environments', () => {
    expect(readEnvironment(list)).toEqual({
      environments: {
        local: { cwd: '/a', status: 'available', shell: 'bash' },
        'r<1': { cwd: '/b', status: 'starting' },
      },
      current_date: '2026-01-03',
    });
  });

  it('is joined with updates, which tell only what changed', () => {
    const joined = joinEnvironments([readEnvironment(single), readEnvironment(list)]);
    expect(joined.current_date).toBe('2026-01-03');
    expect(joined.timezone).toBe('Europe/Bern');
    expect(Object.keys(joined.environments)).toEqual(['local', 'r<1']);
  });

  it('is edited element by element, all else as it was', () => {
    const edited = editEnvironment(single, { cwd: '/x<y', timezone: '$& UTC' });
    expect(edited).toBe(
      single
        .replace('/a &amp; &quot;b&quot; &amp;lt;', '/x&lt;y')
        .replace('Europe/Bern', () => '$&amp; UTC'),
    );
  });

  it('gets no element that it did not have', () => {
    expect(editEnvironment(list, { timezone: 'UTC', shell: 'sh' })).toBe(list);
  });
});
