import { describe, expect, it } from 'vitest';
import {
  changedEnvironments,
  fullEnvironments,
  networkElement,
} from '../../src/context/environment-context.js';
import type { EnvironmentsSnapshot } from '../../src/contract/context.js';

const rules = { tellsPrimaryEnvironment: false };
const newerRules = { tellsPrimaryEnvironment: true };

const local = { cwd: '/r', status: 'available', shell: 'bash' } as const;
const remote = { cwd: '/s', status: 'available', shell: 'zsh' } as const;
const starting = { cwd: '/s', status: 'starting' } as const;
const rest = { current_date: '2026-01-02', timezone: 'Etc/UTC', filesystem: '<filesystem/>' };
const restLines = [
  '  <current_date>2026-01-02</current_date>',
  '  <timezone>Etc/UTC</timezone>',
  '  <filesystem/>',
];

function snapshot(environments: EnvironmentsSnapshot['environments']): EnvironmentsSnapshot {
  return { environments, ...rest };
}

function fragment(...lines: readonly string[]): string {
  return ['<environment_context>', ...lines, ...restLines, '</environment_context>'].join('\n');
}

function listed(...lines: readonly string[]): string {
  return fragment('  <environments>', ...lines.map((line) => `    ${line}`), '  </environments>');
}

const single = (cwd: string, shell: string) =>
  fragment(`  <cwd>${cwd}</cwd>`, `  <shell>${shell}</shell>`);
const entry = (id: string, ...[cwd, shell, flag = '']: readonly string[]) => [
  `<environment id="${id}"${flag}>`,
  `  <cwd>${cwd}</cwd>`,
  `  <shell>${shell}</shell>`,
  '</environment>',
];

describe('the whole fragment (spec 2 §2.1)', () => {
  it('E1: tells a single environment without its id', () => {
    expect(fullEnvironments(snapshot({ r7: local }), rules)).toBe(single('/r', 'bash'));
  });

  it('E2: tells no place when there is no environment', () => {
    expect(fullEnvironments(snapshot({}), rules)).toBe(fragment());
  });

  it('E3: lists several, by the bytes of their ids, escaped', () => {
    const environments = { '\u{1f600}': remote, '\uff21': remote, local, [`r<&>"'1`]: remote };
    expect(fullEnvironments(snapshot(environments), rules)).toBe(
      listed(
        ...entry('local', '/r', 'bash'),
        ...entry('r&lt;&amp;&gt;&quot;&apos;1', '/s', 'zsh'),
        ...entry('\uff21', '/s', 'zsh'),
        ...entry('\u{1f600}', '/s', 'zsh'),
      ),
    );
  });

  it('E6: lists a single one that starts', () => {
    expect(fullEnvironments(snapshot({ s: starting }), newerRules)).toBe(
      listed(
        '<environment id="s">',
        '  <cwd>/s</cwd>',
        '  <status>starting</status>',
        '</environment>',
      ),
    );
  });

  it('A40: escapes the directory, keeps its line ends, and leaves out an unknown shell', () => {
    const environments = { local: { cwd: `/a&<>"'\nb`, status: 'available' } } as const;
    expect(fullEnvironments(snapshot(environments), rules)).toBe(
      fragment('  <cwd>/a&amp;&lt;&gt;&quot;&apos;\nb</cwd>'),
    );
  });

  it('has every part in its place', () => {
    const whole: EnvironmentsSnapshot = {
      ...snapshot({ local }),
      network: '<network enabled="true"></network>',
      subagents: '- 1: Ada\n- 2',
    };
    expect(fullEnvironments(whole, rules)).toBe(
      [
        '<environment_context>',
        '  <cwd>/r</cwd>',
        '  <shell>bash</shell>',
        '  <current_date>2026-01-02</current_date>',
        '  <timezone>Etc/UTC</timezone>',
        '  <network enabled="true"></network>',
        '  <filesystem/>',
        '  <subagents>',
        '    - 1: Ada',
        '    - 2',
        '  </subagents>',
        '</environment_context>',
      ].join('\n'),
    );
  });

  it('leaves out what is not known', () => {
    expect(fullEnvironments({ environments: {}, subagents: '' }, rules)).toBe(
      '<environment_context>\n</environment_context>',
    );
  });
});

describe('the network', () => {
  it.each([
    [[], [], '<network enabled="true"></network>'],
    [['b', 'a'], [], '<network enabled="true"><allowed>a,b</allowed></network>'],
    [
      ['a&b<c'],
      ['*.x'],
      '<network enabled="true"><allowed>a&b<c</allowed><denied>*.x</denied></network>',
    ],
  ])('E11–E13: %j allowed and %j denied', (allowed, denied, element) => {
    expect(networkElement({ allowed, denied })).toBe(element);
  });
});

describe('what is told of a change (spec 2 §2.4)', () => {
  const before = snapshot({ local });

  it('is everything when it is not known what was told', () => {
    expect(changedEnvironments(undefined, before, rules)).toBe(single('/r', 'bash'));
  });

  it('is nothing when nothing changed, sub-agents aside', () => {
    expect(changedEnvironments(before, { ...before, subagents: '- 1: Ada' }, rules)).toBe(
      undefined,
    );
  });

  it.each([
    { current_date: '2026-01-03' },
    { timezone: 'Asia/Tokyo' },
    { filesystem: '<filesystem></filesystem>' },
    { network: '<network enabled="true"></network>' },
  ])('E7, E14: is all but the environments when only %j is new', (change) => {
    const told = changedEnvironments(before, { ...before, ...change }, rules);
    expect(told).toContain(Object.values(change).join(''));
    expect(told).not.toContain('<cwd>');
    expect(told).not.toContain('<environments>');
  });

  it('tells of a network that is gone by leaving it out', () => {
    const withNetwork = { ...before, network: '<network enabled="true"></network>' };
    expect(changedEnvironments(withNetwork, before, rules)).toBe(fragment());
  });

  it('E17: tells the sub-agents with any other change', () => {
    const current = { ...snapshot({ local: { ...local, cwd: '/q' } }), subagents: '<agent />' };
    expect(changedEnvironments(before, current, rules)).toBe(
      single('/q', 'bash').replace(
        '</environment_context>',
        '  <subagents>\n    <agent />\n  </subagents>\n</environment_context>',
      ),
    );
  });

  it('E8: tells a single environment whose shell changed in the short form', () => {
    const current = snapshot({ local: { ...local, shell: 'sh' } });
    expect(changedEnvironments(before, current, rules)).toBe(single('/r', 'sh'));
  });

  it('E4: lists only what is gone when the one that stays is the same', () => {
    const told = changedEnvironments(
      snapshot({ local, r1: remote }),
      snapshot({ r1: remote }),
      rules,
    );
    expect(told).toBe(listed('<environment id="local" status="unavailable" />'));
  });

  it('E5: an environment that has started is told like any other', () => {
    const told = changedEnvironments(
      snapshot({ local, s: starting }),
      snapshot({ local, s: remote }),
      rules,
    );
    expect(told).toBe(listed(...entry('s', '/s', 'zsh')));
  });

  it('E9: one that changed its id is gone and new', () => {
    expect(changedEnvironments(before, snapshot({ old: local }), rules)).toBe(
      listed('<environment id="local" status="unavailable" />', ...entry('old', '/r', 'bash')),
    );
  });

  it('is nothing when only the order changed', () => {
    expect(
      changedEnvironments(snapshot({ local, r1: remote }), snapshot({ r1: remote, local }), rules),
    ).toBe(undefined);
  });
});

describe('the primary environment, by newer rules', () => {
  const primary = { is_primary: true };
  const alone = snapshot({ local });
  const localFirst = snapshot({ local: { ...local, ...primary }, r1: remote });
  const remoteFirst = snapshot({ local, r1: { ...remote, ...primary } });
  const yes = ' primary="true"';
  const no = ' primary="false"';
  const gone = '<environment id="r1" status="unavailable" />';

  it('is told of several', () => {
    expect(fullEnvironments(localFirst, newerRules)).toBe(
      listed(...entry('local', '/r', 'bash', yes), ...entry('r1', '/s', 'zsh', no)),
    );
  });

  it('is not told by older rules', () => {
    expect(fullEnvironments(localFirst, rules)).toBe(
      listed(...entry('local', '/r', 'bash'), ...entry('r1', '/s', 'zsh')),
    );
  });

  it.each([
    ['one becomes two', alone, localFirst, ['local yes', 'r1 no']],
    ['the other becomes the first', localFirst, remoteFirst, ['local no', 'r1 yes']],
    ['the first stays alone', localFirst, alone, ['local yes', gone]],
    ['the second stays alone', remoteFirst, alone, ['local yes', gone]],
  ] as const)('is told again when %s', (...[, previous, current, lines]) => {
    const told = lines.flatMap((line) => {
      if (line === 'local yes') return entry('local', '/r', 'bash', yes);
      if (line === 'local no') return entry('local', '/r', 'bash', no);
      if (line === 'r1 yes') return entry('r1', '/s', 'zsh', yes);
      return line === 'r1 no' ? entry('r1', '/s', 'zsh', no) : [line];
    });
    expect(changedEnvironments(previous, current, newerRules)).toBe(listed(...told));
  });

  it('is none that only starts, even alone after several', () => {
    const current = snapshot({ s: starting });
    const previous = snapshot({ local: { ...local, ...primary }, s: starting });
    expect(changedEnvironments(previous, current, newerRules)).toBe(
      listed(
        '<environment id="local" status="unavailable" />',
        '<environment id="s" primary="false">',
        '  <cwd>/s</cwd>',
        '  <status>starting</status>',
        '</environment>',
      ),
    );
  });

  it('is not told where one environment takes the place of another', () => {
    expect(changedEnvironments(alone, snapshot({ r1: remote }), newerRules)).toBe(
      listed('<environment id="local" status="unavailable" />', ...entry('r1', '/s', 'zsh')),
    );
  });

  it('is told where an older release had told of none', () => {
    const previous = snapshot({ local, r1: remote });
    expect(changedEnvironments(previous, localFirst, newerRules)).toBe(
      listed(...entry('local', '/r', 'bash', yes)),
    );
  });
});
