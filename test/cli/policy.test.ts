import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';

/** What a command line prints on standard output. */
async function printed(...argv: string[]): Promise<string> {
  const request = parseCommandLine(argv);
  if (request.kind !== 'run') throw new Error('no command');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const run = await request.command.load();
    await run(request.invocation);
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

describe('promptmill policy', () => {
  let folder = '';
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'promptmill-policy-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('checks a command against files of rules', async () => {
    const files = [
      file('a.rules', 'prefix_rule(["ls"])'),
      file('b.rules', 'prefix_rule(["ls"], "prompt")'),
    ];
    const flags = files.flatMap((path) => ['--rules-file', path]);
    expect(await printed('policy', 'check', ...flags, '--', 'ls', '--help')).toBe(
      '{"matchedRules":[{"prefixRuleMatch":{"matchedPrefix":["ls"],"decision":"allow"}},' +
        '{"prefixRuleMatch":{"matchedPrefix":["ls"],"decision":"prompt"}}],"decision":"prompt"}\n',
    );
  });

  it('explains a profile of the settings', async () => {
    const config = file(
      'config.toml',
      '[permissions.dev.filesystem]\n":root"="read"\n"/w"="write"\n"/w/a"="deny"\n',
    );
    const flags = ['--config', config, '--profile', 'dev', '--cwd', '/r', '--approval', 'never'];
    const text = await printed('policy', 'explain', ...flags);
    expect(text).toContain('told as      workspace-write');
    expect(text).toContain('approval     never, by user');
    expect(text).toMatch(/deny +\/w\/a +deny \/w\/a\n/);
    expect(text).toContain('linux, fails closed (measured)');
    expect(JSON.parse(await printed('policy', 'explain', ...flags, '--json'))).toMatchObject({
      toldAs: 'workspace-write',
      network: 'restricted',
      enforcement: { kind: 'direct' },
      workspaceRoots: ['/r'],
    });
  });

  it('explains a policy as a rollout holds it', async () => {
    const policy = file('policy.json', '{"type":"read-only","network_access":true}');
    const flags = ['--profile', policy, '--platform', 'wsl1', '--json'];
    expect(JSON.parse(await printed('policy', 'explain', ...flags))).toMatchObject({
      toldAs: 'read-only',
      network: 'enabled',
      limits: [{ sureness: 'assumed', failsClosed: true }],
    });
    const bad = file('bad.json', '{"type":"new"}');
    await expect(printed('policy', 'explain', '--profile', bad)).rejects.toThrow(
      expect.objectContaining({ code: 'bad_policy' }),
    );
  });
});
