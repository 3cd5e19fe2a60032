import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentsMdSnapshot } from '../../../src/context/agents-md.js';
import { rulesById, type RulesProfile } from '../../../src/contract/rules.js';
import { type DiscoverOptions, discoverAgentsMd } from '../../../src/sources/agents-md/discover.js';
import { directory, makeLayout, type Node, pipe } from './layout.js';

type Layout = Readonly<Record<string, Node>>;
type Options = Partial<DiscoverOptions> & { readonly cwd?: string };

const rulesOf = (id: string): RulesProfile => {
  const rules = rulesById(id);
  if (rules === undefined) throw new Error(`no rules ${id}`);
  return rules;
};
const older = rulesOf('0.145');
const newer = rulesOf('0.171');

/** Searches a layout from `r` or another folder of it, with `home` for the user's document. */
function search(layout: Layout, { cwd = 'r', ...options }: Options = {}) {
  const root = makeLayout(layout);
  mkdirSync(join(root, cwd), { recursive: true });
  const found = discoverAgentsMd({
    environments: [{ id: 'local', cwd: join(root, cwd) }],
    codexHome: join(root, 'home'),
    // No folder of the machine has such a marker.
    rootMarkers: ['.root'],
    rules: older,
    ...options,
  });
  return { root, ...found };
}

/** What would be told: the directory below the layout, and the text. */
function told(layout: Layout, options: Options = {}): unknown {
  const { root, loaded } = search(layout, options);
  const { directory: cwd, text } = agentsMdSnapshot(loaded);
  return cwd === undefined ? text : [cwd.slice(root.length + 1), text];
}

const repo = { 'r/.root': directory } as const;

/** Title, layout, what is told, options. */
type Case = readonly [string, Layout, unknown, Options?];

const cases: readonly Case[] = [
  [
    'A1: a blank override hides AGENTS.md',
    { ...repo, 'r/AGENTS.override.md': '  \n', 'r/AGENTS.md': 'a' },
    undefined,
  ],
  [
    'A1: an empty override hides AGENTS.md',
    { ...repo, 'r/AGENTS.override.md': '', 'r/AGENTS.md': 'a' },
    undefined,
  ],
  [
    'A2: a blank user override does not',
    { 'home/AGENTS.override.md': ' ', 'home/AGENTS.md': 'u' },
    'u',
  ],
  [
    'A3: an override that is a directory does not count',
    {
      ...repo,
      'home/AGENTS.override.md': directory,
      'home/AGENTS.md': 'u',
      'r/AGENTS.override.md': directory,
      'r/AGENTS.md': 'a',
    },
    ['r', 'u\n\n--- project-doc ---\n\na'],
  ],
  [
    'A4: a fallback stands in for a directory',
    { ...repo, 'r/AGENTS.md': directory, 'r/X.md': 'x' },
    ['r', 'x'],
    { fallbackNames: ['X.md'] },
  ],
  [
    'A5: a fallback stands in for a pipe',
    { ...repo, 'r/AGENTS.md': pipe, 'r/X.md': 'x' },
    ['r', 'x'],
    { fallbackNames: ['X.md'] },
  ],
  [
    'A6: a fallback stands in for a dangling link',
    { ...repo, 'r/AGENTS.md': { link: 'gone' }, 'r/X.md': 'x' },
    ['r', 'x'],
    { fallbackNames: ['X.md'] },
  ],
  [
    'A7: a link to itself gives up the project',
    { ...repo, 'r/AGENTS.md': { link: 'AGENTS.md' }, 'r/X.md': 'x', 'home/AGENTS.md': 'u' },
    'u',
    { fallbackNames: ['X.md'] },
  ],
  [
    'A8: a link out of the project is followed',
    { ...repo, 'out.md': 'out', 'r/AGENTS.md': { link: '../out.md' } },
    ['r', 'out'],
  ],
  [
    'A9: a user link to itself only loses itself',
    { 'home/AGENTS.override.md': { link: 'AGENTS.override.md' }, 'home/AGENTS.md': 'u' },
    'u',
  ],
  [
    'A11: a file is a marker',
    { 'r/.root': '', 'r/AGENTS.md': 'a', 'r/s/AGENTS.md': 's' },
    ['r/s', 'a\n\ns'],
    { cwd: 'r/s' },
  ],
  [
    'A12: a dangling link is no marker',
    { 'r/.root': { link: 'gone' }, 'r/AGENTS.md': 'a', 'r/s/AGENTS.md': 's' },
    ['r/s', 's'],
    { cwd: 'r/s' },
  ],
  [
    'A13: a marker that links to itself gives up',
    { 'r/.root': { link: '.root' }, 'r/AGENTS.md': 'a' },
    undefined,
  ],
  [
    'A13: by newer rules it is no marker',
    { 'r/.root': { link: '.root' }, 'r/AGENTS.md': 'a', 'r/s/AGENTS.md': 's' },
    ['r/s', 's'],
    { cwd: 'r/s', rules: newer },
  ],
  [
    'A14: the nearest root counts',
    { ...repo, 'r/AGENTS.md': 'a', 'r/s/.root': directory, 'r/s/AGENTS.md': 's' },
    ['r/s', 's'],
    { cwd: 'r/s' },
  ],
  [
    'A15: the nearest root counts, whatever the order of markers',
    { 'r/.hg': '', 'r/AGENTS.md': 'a', 'r/s/package.json': '', 'r/s/AGENTS.md': 's' },
    ['r/s', 's'],
    { cwd: 'r/s', rootMarkers: ['.hg', 'package.json'] },
  ],
  [
    'A16: without markers only the working directory counts',
    { ...repo, 'r/AGENTS.md': 'a', 'r/s/AGENTS.md': 's' },
    ['r/s', 's'],
    { cwd: 'r/s', rootMarkers: [] },
  ],
  [
    'A17: an empty marker is the working directory',
    { ...repo, 'r/AGENTS.md': 'a', 'r/s/AGENTS.md': 's' },
    ['r/s', 's'],
    { cwd: 'r/s', rootMarkers: [''] },
  ],
  [
    'A18: a marker below a file gives up',
    { ...repo, 'r/AGENTS.md': 'a' },
    undefined,
    { rootMarkers: ['AGENTS.md/x'] },
  ],
  [
    'A18: by newer rules it is no marker',
    { ...repo, 'r/AGENTS.md': 'a' },
    ['r', 'a'],
    { rootMarkers: ['AGENTS.md/x'], rules: newer },
  ],
  [
    'A19: a fallback below a file gives up',
    { ...repo, 'r/F': 'f' },
    undefined,
    { fallbackNames: ['F/y', 'F'] },
  ],
  [
    'A19: by newer rules it is passed over',
    { ...repo, 'r/F': 'f' },
    ['r', 'f'],
    { fallbackNames: ['F/y', 'F'], rules: newer },
  ],
  [
    'A20: a name too long gives up',
    { ...repo, 'r/X.md': 'x' },
    undefined,
    { fallbackNames: ['n'.repeat(300), 'X.md'], rules: newer },
  ],
  [
    'a name with a NUL gives up',
    { ...repo, 'r/X.md': 'x' },
    undefined,
    { fallbackNames: ['a\0', 'X.md'] },
  ],
  [
    'by newer rules a name with a NUL is passed over',
    { ...repo, 'r/X.md': 'x' },
    ['r', 'x'],
    { fallbackNames: ['a\0', 'X.md'], rules: newer },
  ],
  [
    'a marker with a NUL gives up by all rules',
    { ...repo, 'r/AGENTS.md': 'a' },
    undefined,
    { rootMarkers: ['a\0', '.root'], rules: newer },
  ],
  [
    'A22: documents of an untrusted project are told',
    { ...repo, 'r/AGENTS.md': 'a' },
    ['r', 'a'],
    { isUntrusted: true },
  ],
  [
    'A22: by newer rules they are not',
    { ...repo, 'r/AGENTS.md': 'a', 'home/AGENTS.md': 'u' },
    'u',
    { isUntrusted: true, rules: newer },
  ],
  [
    'A23: without a root the parent does not count',
    { 'AGENTS.md': 'p', 'r/AGENTS.md': 'a' },
    ['r', 'a'],
  ],
  [
    'A24: a work tree has its own root',
    { ...repo, 'r/AGENTS.md': 'a', 'r/w/.root': 'gitdir: ../.git\n', 'r/w/AGENTS.md': 'w' },
    ['r/w', 'w'],
    { cwd: 'r/w' },
  ],
  [
    'A25: links in the working directory are not followed upwards',
    { ...repo, 'r/AGENTS.md': 'a', 'r/s/AGENTS.md': 's', link: { link: 'r/s' } },
    ['link', 's'],
    { cwd: 'link' },
  ],
  [
    'A27: a budget of 0 leaves the user document',
    { ...repo, 'r/AGENTS.md': 'a', 'home/AGENTS.md': 'u' },
    'u',
    { maxBytes: 0 },
  ],
  [
    'A28: the budget counts bytes of the file, not of its text',
    { ...repo, 'r/AGENTS.md': Buffer.from([0xff, 0xff, 0xff, 0x61, 0x62]) },
    ['r', '\ufffd\ufffd\ufffda'],
    { maxBytes: 4 },
  ],
  [
    'A29: a blank file costs nothing',
    { ...repo, 'r/AGENTS.md': '    \n   ', 'r/n/AGENTS.md': 'abcdef', 'r/n/m/AGENTS.md': 'zzzz' },
    ['r/n/m', 'abcdef\n\nzz'],
    { cwd: 'r/n/m', maxBytes: 8 },
  ],
  [
    'A30: what the cut leaves blank costs nothing',
    { ...repo, 'r/AGENTS.md': '    text', 'r/n/AGENTS.md': 'abcdef' },
    ['r/n', 'abcd'],
    { cwd: 'r/n', maxBytes: 4 },
  ],
  [
    'A31: the user document has no budget',
    { 'home/AGENTS.md': 'u'.repeat(50_000) },
    'u'.repeat(50_000),
    { maxBytes: 2 },
  ],
  [
    'A32: a byte order mark, line ends and NUL stay',
    { ...repo, 'r/AGENTS.md': '\ufeffa\r\n\0' },
    ['r', '\ufeffa\r\n\0'],
  ],
  [
    'A32: UTF-16 becomes what it is in UTF-8',
    { ...repo, 'r/AGENTS.md': Buffer.from([0xff, 0xfe, 0x61, 0x00]) },
    ['r', '\ufffd\ufffda\0'],
  ],
  [
    'A32: a byte order mark alone is no blank',
    { ...repo, 'r/AGENTS.md': '\ufeff' },
    ['r', '\ufeff'],
  ],
  ['U+0085 and U+2028 alone are blank', { ...repo, 'r/AGENTS.md': '\u0085\u2028' }, undefined],
  ['A34: names have their case', { ...repo, 'r/agents.md': 'a' }, undefined],
  [
    'A35: the project may be the home',
    { 'home/.root': directory, 'home/AGENTS.md': 'both' },
    ['home', 'both\n\n--- project-doc ---\n\nboth'],
    { cwd: 'home' },
  ],
  [
    'A36: fallbacks that are known names change nothing',
    { ...repo, 'r/AGENTS.md': 'a', 'r/AGENTS.override.md': 'o' },
    ['r', 'o'],
    { fallbackNames: ['AGENTS.md', ' AGENTS.override.md '] },
  ],
  [
    'fallbacks are trimmed, blank ones dropped, and lose tabs and line ends',
    { ...repo, 'r/ab': 'x' },
    ['r', 'x'],
    { fallbackNames: ['', ' \u0085', '\u2003a\tb\n '] },
  ],
  [
    'a fallback may be a path, whose .. is taken out of its words',
    {
      ...repo,
      'other/deep': directory,
      'other/X.md': 'o',
      'r/L': { link: '../other/deep' },
      'r/X.md': 'x',
    },
    ['r', 'x'],
    { fallbackNames: ['L/../X.md'] },
  ],
  [
    'a blank AGENTS.md hides the fallbacks',
    { ...repo, 'r/AGENTS.md': '\n', 'r/X.md': 'x' },
    undefined,
    { fallbackNames: ['X.md'] },
  ],
  [
    'example 4: the budget cuts in the second file',
    { ...repo, 'r/AGENTS.md': 'root', 'r/n/AGENTS.md': 'abcdef', 'r/n/m/AGENTS.md': 'zzzz' },
    ['r/n/m', 'root\n\nabc'],
    { cwd: 'r/n/m', maxBytes: 7 },
  ],
  [
    'example 4: the budget cuts in the third file',
    { ...repo, 'r/AGENTS.md': 'root', 'r/n/AGENTS.md': 'abcdef', 'r/n/m/AGENTS.md': 'zzzz' },
    ['r/n/m', 'root\n\nabcdef\n\nz'],
    { cwd: 'r/n/m', maxBytes: 11 },
  ],
  ...[
    [3, 'ab\ufffd'],
    [4, 'ab\ufffd'],
    [5, 'ab€'],
    [6, 'ab€c'],
  ].map(
    ([maxBytes, text]) =>
      [
        `example 5: a cut after ${String(maxBytes)} bytes of ab€cd`,
        { ...repo, 'r/AGENTS.md': 'ab€cd' },
        ['r', text],
        { maxBytes: Number(maxBytes) },
      ] as const,
  ),
  ...[3, 4, 5].map(
    (maxBytes) =>
      [
        `example 5: a cut after ${String(maxBytes)} bytes of ab😀cd`,
        { ...repo, 'r/AGENTS.md': 'ab😀cd' },
        ['r', 'ab\ufffd'],
        { maxBytes },
      ] as const,
  ),
];

describe('what is told', () => {
  it.each(
    cases.map(([title, layout, expected, options = {}]) => ({ title, layout, expected, options })),
  )('$title', ({ layout, expected, options }) => {
    expect(told(layout, options)).toEqual(expected);
  });

  it('A26: a working directory that does not exist has those above it', () => {
    const root = makeLayout({ ...repo, 'r/AGENTS.md': 'a' });
    const cwd = join(root, 'r/gone/deeper');
    const { loaded } = discoverAgentsMd({
      environments: [{ id: 'local', cwd }],
      rootMarkers: ['.root'],
      rules: older,
    });
    expect(agentsMdSnapshot(loaded)).toEqual({ directory: cwd, text: 'a' });
  });

  it.each([
    ['of its own', older, ['seven b', 'six by']],
    ['in common by newer rules', newer, ['seven b', 'si']],
  ] as const)('A42: environments have a budget %s', (...[, rules, texts]) => {
    const root = makeLayout({ 'a/AGENTS.md': 'seven b', 'b/AGENTS.md': 'six by' });
    const environments = ['a', 'b'].map((id) => ({ id, cwd: join(root, id) }));
    const { loaded } = discoverAgentsMd({ environments, rootMarkers: [], maxBytes: 9, rules });
    expect(loaded.entries.map(({ text }) => text)).toEqual(texts);
  });

  it('one environment that gives up leaves the other', () => {
    const root = makeLayout({ 'a/AGENTS.md': { link: 'AGENTS.md' }, 'b/AGENTS.md': 'b' });
    const environments = ['a', 'b'].map((id) => ({ id, cwd: join(root, id) }));
    const { loaded } = discoverAgentsMd({ environments, rootMarkers: [], rules: older });
    expect(agentsMdSnapshot(loaded)).toEqual({ directory: join(root, 'b'), text: 'b' });
  });

  it('A41: no environment has no project documents', () => {
    expect(told({ 'home/AGENTS.md': 'u' }, { environments: [] })).toBe('u');
  });

  it.skipIf(process.getuid?.() === 0)('A10: a file that may not be read gives up', () => {
    const layout = { ...repo, 'r/AGENTS.md': { unreadable: 'a' }, 'r/s/AGENTS.md': 's' };
    const { loaded, environments } = search(layout, { cwd: 'r/s' });
    expect(loaded.entries).toEqual([]);
    expect(environments[0]?.aborted?.code).toBe('EACCES');
  });
});

describe('the provenance', () => {
  it('is the path that was looked for, not what it links to', () => {
    const { root, loaded } = search({
      ...repo,
      'out.md': 'out',
      'r/AGENTS.md': { link: '../out.md' },
      'home/AGENTS.md': ' u ',
    });
    expect(loaded).toEqual({
      user: { text: 'u', sourcePath: join(root, 'home/AGENTS.md') },
      entries: [
        {
          text: 'out',
          sourcePath: join(root, 'r/AGENTS.md'),
          environmentId: 'local',
          cwd: join(root, 'r'),
        },
      ],
    });
  });

  it('takes . and .. out of a working directory', () => {
    const root = makeLayout({ 'r/AGENTS.md': 'a' });
    const cwd = `${root}/x/../r/.`;
    const { loaded } = discoverAgentsMd({
      environments: [{ id: 'local', cwd }],
      rootMarkers: ['.root'],
      rules: older,
    });
    expect(loaded.entries[0]?.cwd).toBe(join(root, 'r'));
  });
});

describe('the report', () => {
  /** What became of each file, by its path below the layout. */
  function reported(layout: Layout, options: Options = {}): unknown {
    const { root, files } = search(layout, options);
    const json = JSON.stringify(files).replaceAll(`${root}/`, '');
    return JSON.parse(json) as unknown;
  }

  const project = { level: 'project', environmentId: 'local' };
  const nothing = { usedBytes: 0, lostBytes: 0 };

  it('says what was used, lost and cut, and what a spent budget left out', () => {
    const layout = {
      ...repo,
      'r/AGENTS.md': 'root',
      'r/n/AGENTS.md': 'abcdef',
      'r/n/m/AGENTS.md': 'zzzz',
    };
    expect(reported(layout, { cwd: 'r/n/m', maxBytes: 7 })).toEqual([
      { ...project, path: 'r/AGENTS.md', sizeBytes: 4, usedBytes: 4, lostBytes: 0 },
      {
        ...project,
        path: 'r/n/AGENTS.md',
        sizeBytes: 6,
        usedBytes: 3,
        lostBytes: 3,
        cutAtBytes: 3,
      },
      {
        ...project,
        path: 'r/n/m/AGENTS.md',
        sizeBytes: 4,
        usedBytes: 0,
        lostBytes: 4,
        skipped: { why: 'budget_spent' },
      },
    ]);
  });

  it('says what hides, what is no file, and what is blank', () => {
    const layout: Layout = {
      ...repo,
      'r/AGENTS.override.md': directory,
      'r/AGENTS.md': ' \n',
      'r/X.md': 'xx',
      'r/s/AGENTS.override.md': { link: 'gone' },
    };
    expect(reported(layout, { cwd: 'r/s', fallbackNames: ['X.md'] })).toEqual([
      { ...project, ...nothing, path: 'r/AGENTS.override.md', skipped: { why: 'not_a_file' } },
      {
        ...project,
        path: 'r/X.md',
        sizeBytes: 2,
        usedBytes: 0,
        lostBytes: 2,
        skipped: { why: 'hidden', by: 'r/AGENTS.md' },
      },
      {
        ...project,
        ...nothing,
        path: 'r/s/AGENTS.override.md',
        skipped: { why: 'dangling_link' },
      },
      {
        ...project,
        path: 'r/AGENTS.md',
        sizeBytes: 2,
        usedBytes: 0,
        lostBytes: 2,
        skipped: { why: 'blank' },
      },
    ]);
  });

  it('says where a cut left nothing but white space', () => {
    expect(reported({ 'r/AGENTS.md': '    text' }, { maxBytes: 4 })).toEqual([
      {
        ...project,
        path: 'r/AGENTS.md',
        sizeBytes: 8,
        usedBytes: 0,
        lostBytes: 8,
        cutAtBytes: 4,
        skipped: { why: 'blank' },
      },
    ]);
  });

  it('names the error that gave up the other files', () => {
    const layout: Layout = {
      ...repo,
      'r/AGENTS.md': 'root',
      'r/s/AGENTS.md': { link: 'AGENTS.md' },
    };
    const problem = { path: 'r/s/AGENTS.md', code: 'ELOOP', doing: 'looking for a document' };
    expect(reported(layout, { cwd: 'r/s' })).toEqual([
      {
        ...project,
        path: 'r/AGENTS.md',
        sizeBytes: 4,
        usedBytes: 0,
        lostBytes: 4,
        skipped: { why: 'aborted', problem },
      },
      {
        ...project,
        ...nothing,
        path: 'r/s/AGENTS.md',
        skipped: { why: 'aborted', problem },
      },
    ]);
  });

  it('names the marker that gave up the search', () => {
    const { root, environments } = search({ 'r/.root': { link: '.root' } });
    expect(environments).toEqual([
      {
        environmentId: 'local',
        cwd: join(root, 'r'),
        budgetBytes: 32_768,
        usedBytes: 0,
        aborted: {
          path: join(root, 'r/.root'),
          code: 'ELOOP',
          doing: 'looking for a project root',
        },
      },
    ]);
  });

  it('says that a project is not trusted', () => {
    const options = { isUntrusted: true, rules: newer };
    expect(reported({ ...repo, 'r/AGENTS.md': 'a' }, options)).toEqual([
      {
        ...project,
        path: 'r/AGENTS.md',
        sizeBytes: 1,
        usedBytes: 0,
        lostBytes: 1,
        skipped: { why: 'untrusted' },
      },
    ]);
  });

  it('of the user: white space that is trimmed, what could not be read, what is hidden', () => {
    const user = { level: 'user' };
    expect(reported({ 'home/AGENTS.md': ' \u0085uü\n' })).toEqual([
      { ...user, path: 'home/AGENTS.md', sizeBytes: 7, usedBytes: 3, lostBytes: 4 },
    ]);
    expect(reported({ 'home/AGENTS.override.md': 'o', 'home/AGENTS.md': 'u' })).toEqual([
      { ...user, path: 'home/AGENTS.override.md', sizeBytes: 1, usedBytes: 1, lostBytes: 0 },
      {
        ...user,
        path: 'home/AGENTS.md',
        sizeBytes: 1,
        usedBytes: 0,
        lostBytes: 1,
        skipped: { why: 'hidden', by: 'home/AGENTS.override.md' },
      },
    ]);
    const path = 'home/AGENTS.override.md';
    const problem = { path, code: 'ELOOP', doing: 'looking for a document' };
    expect(reported({ [path]: { link: 'AGENTS.override.md' } })).toEqual([
      { ...user, ...nothing, path, skipped: { why: 'unreadable', problem } },
    ]);
  });

  it('has the root and the bytes of each environment', () => {
    const { root, environments } = search({ ...repo, 'r/AGENTS.md': 'abc' }, { maxBytes: 2 });
    expect(environments).toEqual([
      {
        environmentId: 'local',
        cwd: join(root, 'r'),
        projectRoot: join(realpathSync(root), 'r'),
        budgetBytes: 2,
        usedBytes: 2,
      },
    ]);
  });
});
