import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { agentsMdText } from '../../src/cli/agents-md-text.js';
import type { AgentsMdFileReport } from '../../src/contract/agents-md.js';
import { directory, makeLayout } from '../sources/agents-md/layout.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

function agentsMd(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'agents-md', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: join(folder, 'nobody'), ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.replaceAll(folder, '') };
}

const layout = {
  'r/.git': directory,
  'r/AGENTS.md': 'root\n',
  'r/s/AGENTS.md': 'abcdef',
  'r/s/t/AGENTS.md': 'lost',
  'home/AGENTS.md': 'user\n',
  link: { link: 'r/s' },
} as const;

describe('promptmill agents-md', () => {
  it('prints what a session is told, and on standard error what became of the files', () => {
    const folder = realpathSync(makeLayout(layout));
    const { status, stdout, stderr } = agentsMd(folder, [
      'r/s/t',
      '--codex-home',
      'home',
      '--max-bytes',
      '8',
    ]);
    expect(status).toBe(0);
    expect(stdout).toBe(
      `# AGENTS.md instructions for ${folder}/r/s/t\n\n<INSTRUCTIONS>\nuser\n\n--- project-doc ---\n\n` +
        'root\n\n\nabc\n</INSTRUCTIONS>\n',
    );
    expect(stderr).toBe(
      [
        `A session is told ${String(Buffer.byteLength(stdout) - 1)} bytes.`,
        'The project begins at /r.',
        'Its documents have 8 bytes of the 8 bytes they may have.',
        'home/AGENTS.md: 4 of its 5 bytes, without the white space around',
        '/r/AGENTS.md: all of its 5 bytes',
        '/r/s/AGENTS.md: 3 of its 6 bytes, cut at byte 3 where the budget ended',
        '/r/s/t/AGENTS.md: nothing is told of its 4 bytes: the documents before it took all the bytes there were',
        '',
      ]
        .join('\n')
        .replace('home/', '/home/'),
    );
  });

  it('starts where a link leads, as a process does', () => {
    const folder = realpathSync(makeLayout(layout));
    const { stdout } = agentsMd(folder, ['link']);
    expect(stdout).toContain(`for ${folder}/r/s\n\n<INSTRUCTIONS>\nroot\n\n\nabcdef\n`);
  });

  it('takes the user document from the folder that the environment names', () => {
    const folder = realpathSync(makeLayout(layout));
    const { stdout } = agentsMd(folder, ['.', '--root-markers', ''], {
      CODEX_HOME: join(folder, 'home'),
    });
    expect(stdout).toBe('# AGENTS.md instructions\n\n<INSTRUCTIONS>\nuser\n</INSTRUCTIONS>\n');
  });

  it('says that nothing is told', () => {
    const folder = realpathSync(makeLayout({ r: directory }));
    expect(agentsMd(folder, ['r', '--root-markers', 'no-such-marker'])).toEqual({
      status: 0,
      stdout: '',
      stderr:
        'A session is told of no document.\n' +
        'No root of a project above /r: only its own documents count.\n' +
        'Its documents have 0 bytes of the 32,768 bytes they may have.\n',
    });
  });

  it('prints the same for a program', () => {
    const folder = realpathSync(makeLayout({ 'r/.git': directory, 'r/AGENTS.md': 'a' }));
    const { status, stdout, stderr } = agentsMd(folder, [
      'r',
      '--json',
      '--rules',
      '0.145',
      '--untrusted',
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const file = { path: `${folder}/r/AGENTS.md`, level: 'project', environmentId: 'local' };
    const origin = { sourcePath: file.path, environmentId: 'local', cwd: `${folder}/r` };
    expect(JSON.parse(stdout)).toEqual({
      rules: '0.145',
      fragment: `# AGENTS.md instructions for ${folder}/r\n\n<INSTRUCTIONS>\na\n</INSTRUCTIONS>`,
      loaded: { entries: [{ text: 'a', ...origin }] },
      environments: [
        {
          environmentId: 'local',
          cwd: `${folder}/r`,
          projectRoot: `${folder}/r`,
          budgetBytes: 32_768,
          usedBytes: 1,
        },
      ],
      files: [{ ...file, sizeBytes: 1, usedBytes: 1, lostBytes: 0 }],
    });
  });

  it('follows the newest rules unless told otherwise', () => {
    const folder = realpathSync(makeLayout(layout));
    const { stdout, stderr } = agentsMd(folder, ['r', '--untrusted']);
    expect(stdout).toBe('');
    expect(stderr).toContain(
      '/r/AGENTS.md: nothing is told of its 5 bytes: the project is not trusted\n',
    );
  });

  it.each([
    [['gone'], 'a session cannot start in gone', 'ENOENT'],
    [['r/AGENTS.md'], 'a session cannot start in r/AGENTS.md', 'something else than a directory'],
    [['r', 'r'], 'agents-md takes one directory', '2 directories'],
  ])('refuses %j', (args, message, found) => {
    const { status, stdout, stderr } = agentsMd(makeLayout(layout), args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`promptmill: ${message}\n  found:    ${found}\n`);
  });
});

describe('why nothing is told of a file', () => {
  const problem = { path: '/r/x', code: 'ELOOP', doing: 'reading a document' } as const;
  const said = 'reading a document at /r/x the system said ELOOP';

  it.each([
    [{ skipped: { why: 'blank' } }, 'it is blank'],
    [
      { skipped: { why: 'blank' }, cutAtBytes: 4 },
      'it is blank up to byte 4, where the budget ended',
    ],
    [{ skipped: { why: 'not_a_file' } }, 'it is no regular file'],
    [{ skipped: { why: 'dangling_link' } }, 'it is a link that leads nowhere'],
    [{ skipped: { why: 'hidden', by: '/r/y' } }, '/r/y comes before it'],
    [{ skipped: { why: 'aborted', problem } }, `one error gave up the project: ${said}`],
    [{ skipped: { why: 'unreadable', problem } }, said],
  ] as const)('%j', (more, sentence) => {
    const base = { path: '/r/x', level: 'project', usedBytes: 0, lostBytes: 0 } as const;
    const file: AgentsMdFileReport = { ...base, ...more };
    const discovery = { loaded: { entries: [] }, environments: [], files: [file] };
    expect(agentsMdText(discovery, undefined).split('\n')[1]).toBe(
      `/r/x: nothing is told of it: ${sentence}`,
    );
  });

  it('names the error that gave up a project', () => {
    const environment = {
      environmentId: 'local',
      cwd: '/r',
      budgetBytes: 1,
      usedBytes: 0,
      aborted: problem,
    };
    const discovery = { loaded: { entries: [] }, environments: [environment], files: [] };
    expect(agentsMdText(discovery, undefined)).toContain(`Its documents were given up: ${said}.\n`);
  });
});
