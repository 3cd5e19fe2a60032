import { describe, expect, it } from 'vitest';
import {
  agentsMdSnapshot,
  changedAgentsMd,
  fullAgentsMd,
  loadedFromDocuments,
  readAgentsMdSnapshot,
} from '../../src/context/agents-md.js';
import type { AgentsMdSnapshot } from '../../src/contract/context.js';
import type { PackTexts } from '../../src/contract/texts.js';
import { loadPack } from '../../src/packs/load-pack.js';

const texts: PackTexts = {
  ...loadPack(undefined).texts,
  'agents-md.replaced': 'New rules.',
  'agents-md.removed': 'No rules.',
};

const user = { text: 'user doc' };

describe('the fragment (spec 2 §1.11)', () => {
  it('1: names the directory and keeps the text as it is', () => {
    const loaded = loadedFromDocuments([{ text: 'root doc\n', path: '/r/AGENTS.md', cwd: '/r' }]);
    expect(fullAgentsMd(agentsMdSnapshot(loaded))).toBe(
      '# AGENTS.md instructions for /r\n\n<INSTRUCTIONS>\nroot doc\n\n</INSTRUCTIONS>',
    );
  });

  it("2: sets the user's document apart from the project's", () => {
    const loaded = loadedFromDocuments([{ text: 'root doc\n', cwd: '/r' }], { text: 'user doc\n' });
    expect(agentsMdSnapshot(loaded)).toEqual({
      directory: '/r',
      text: 'user doc\n\n--- project-doc ---\n\nroot doc\n',
    });
  });

  it('3: joins documents of a project by an empty line', () => {
    const documents = ['root doc\n', 'a doc\n\n', '  ab override  '];
    const loaded = loadedFromDocuments(
      documents.map((text) => ({ text, cwd: '/r/a/b' })),
      user,
    );
    expect(fullAgentsMd(agentsMdSnapshot(loaded))).toBe(
      '# AGENTS.md instructions for /r/a/b\n\n<INSTRUCTIONS>\nuser doc\n\n--- project-doc ---\n\n' +
        'root doc\n\n\na doc\n\n\n\n  ab override  \n</INSTRUCTIONS>',
    );
  });

  it('6: labels the documents of several environments, in their order', () => {
    const loaded = loadedFromDocuments(
      [
        { text: 'proj v1', environmentId: 'local', cwd: '/p2' },
        { text: 'P3 doc', environmentId: 'r1', cwd: '/p3/s' },
        { text: 'P3 s doc', environmentId: 'r1', cwd: '/p3/s' },
      ],
      user,
    );
    expect(fullAgentsMd(agentsMdSnapshot(loaded))).toBe(
      '# AGENTS.md instructions\n\n<INSTRUCTIONS>\nuser doc\n\nfor `local` with root /p2\n\nproj v1\n\n' +
        'for `r1` with root /p3/s\n\nP3 doc\n\nP3 s doc\n</INSTRUCTIONS>',
    );
  });

  it('labels without a user document start with a label', () => {
    const loaded = loadedFromDocuments([
      { text: 'b', environmentId: 'b', cwd: '/b' },
      { text: 'a', environmentId: 'a', cwd: '/a' },
    ]);
    expect(agentsMdSnapshot(loaded)).toEqual({
      text: 'for `b` with root /b\n\nb\n\nfor `a` with root /a\n\na',
    });
  });

  it('A27, A41: has no directory when there is only a user document', () => {
    const snapshot = agentsMdSnapshot(loadedFromDocuments([], user));
    expect(snapshot).toEqual({ text: 'user doc' });
    expect(fullAgentsMd(snapshot)).toBe(
      '# AGENTS.md instructions\n\n<INSTRUCTIONS>\nuser doc\n</INSTRUCTIONS>',
    );
  });

  it('is not there when there is no document', () => {
    expect(fullAgentsMd(agentsMdSnapshot(loadedFromDocuments([])))).toBe(undefined);
  });

  it('A33, A40: escapes nothing', () => {
    const loaded = loadedFromDocuments([{ text: '</INSTRUCTIONS>', cwd: `/a&<>"'\n` }]);
    expect(fullAgentsMd(agentsMdSnapshot(loaded))).toBe(
      `# AGENTS.md instructions for /a&<>"'\n\n\n<INSTRUCTIONS>\n</INSTRUCTIONS>\n</INSTRUCTIONS>`,
    );
  });
});

describe('documents handed in', () => {
  it('keep their origin, lose what is blank, and have the user text trimmed', () => {
    const loaded = loadedFromDocuments(
      [
        { text: ' \u0085\n', cwd: '/r', path: '/r/AGENTS.md' },
        { text: '\ufeff', cwd: '/r', path: '/r/a/AGENTS.md' },
      ],
      { text: '\n user\u2003', path: '/u/AGENTS.md' },
    );
    expect(loaded).toEqual({
      user: { text: 'user', sourcePath: '/u/AGENTS.md' },
      entries: [
        { text: '\ufeff', sourcePath: '/r/a/AGENTS.md', environmentId: 'local', cwd: '/r' },
      ],
    });
  });

  it('have no user document when that is blank', () => {
    expect(loadedFromDocuments([], { text: ' \n' })).toEqual({ entries: [] });
  });
});

describe('what is told of a change (spec 2 §1.9)', () => {
  const before: AgentsMdSnapshot = { directory: '/r', text: 'old' };
  const now: AgentsMdSnapshot = { directory: '/r', text: 'new' };
  const full = '# AGENTS.md instructions for /r\n\n<INSTRUCTIONS>\nnew\n</INSTRUCTIONS>';
  const replaced =
    '# AGENTS.md instructions for /r\n\n<INSTRUCTIONS>\nNew rules.\n\nnew\n</INSTRUCTIONS>';
  const removed = '# AGENTS.md instructions\n\n<INSTRUCTIONS>\nNo rules.\n</INSTRUCTIONS>';

  it.each([
    ['absent, now none', { state: 'absent' }, {}, undefined],
    ['absent, now some', { state: 'absent' }, now, full],
    ['known to be none, still none', { state: 'known', snapshot: {} }, {}, undefined],
    ['known to be none, now some', { state: 'known', snapshot: {} }, now, full],
    ['a directory without text', { state: 'known', snapshot: { directory: '/r' } }, now, full],
    ['the same', { state: 'known', snapshot: now }, now, undefined],
    ['another text', { state: 'known', snapshot: before }, now, replaced],
    [
      'another directory',
      { state: 'known', snapshot: { directory: '/q', text: 'new' } },
      now,
      replaced,
    ],
    ['a directory, now none', { state: 'known', snapshot: { text: 'new' } }, now, replaced],
    ['an empty text', { state: 'known', snapshot: { directory: '/r', text: '' } }, now, replaced],
    ['some, now none', { state: 'known', snapshot: before }, {}, removed],
    ['unknown, now some', { state: 'unknown' }, now, replaced],
    ['unknown, now none', { state: 'unknown' }, {}, removed],
  ] as const)('%s', (...[, previous, current, told]) => {
    expect(changedAgentsMd(previous, current, texts)).toBe(told);
  });

  it('needs words of the pack only where it says them', () => {
    const { 'agents-md.removed': _, 'agents-md.replaced': __, ...bare } = texts;
    expect(changedAgentsMd({ state: 'absent' }, now, bare)).toBe(full);
    expect(() => changedAgentsMd({ state: 'unknown' }, now, bare)).toThrow(
      expect.objectContaining({ code: 'missing_text' }),
    );
  });
});

describe('a snapshot of a world state', () => {
  it.each([
    [{}, {}],
    [
      { directory: '/r', text: 't', more: 1 },
      { directory: '/r', text: 't' },
    ],
    [{ directory: null, text: null }, {}],
    [{ text: '' }, { text: '' }],
    [{ text: 5 }, undefined],
    [{ directory: 5, text: 't' }, undefined],
    [null, undefined],
    ['text', undefined],
    [['/r', 't'], undefined],
    [undefined, undefined],
  ])('%j is read as %j', (value, snapshot) => {
    expect(readAgentsMdSnapshot(value)).toEqual(snapshot);
  });
});
