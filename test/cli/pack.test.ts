import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/fake-corpus.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const fakeCodex = fileURLToPath(new URL('../support/fake-codex.mjs', import.meta.url));

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `promptmill pack …` with a data folder of the test's own. */
function pack(data: string, ...args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'pack', ...args], {
    env: { ...process.env, XDG_DATA_HOME: data, LOCALAPPDATA: data, HOME: data },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** A pack of one text in the data folder. */
function keep(data: string, name: string, text: string): void {
  const folder = join(data, 'promptmill', 'packs', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'time.reminder.md'), text);
}

describe.skipIf(process.platform === 'win32' || process.platform === 'darwin')('pack', () => {
  it('lists the packs with a name', () => {
    const data = temporaryFolder();
    keep(data, 'mine', '{{ now }}\n');
    const { status, stdout } = pack(data, 'list', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'builtin', source: 'builtin', missing: 0 },
      { name: 'mine', source: 'own' },
    ]);
    expect(pack(data, 'list').stdout).toMatch(/^builtin {2}builtin, \d+ of \d+ texts, 0 models\n/);
  });

  it('checks packs, and says by its exit code whether they can be used', () => {
    const data = temporaryFolder();
    keep(data, 'mine', 'no place\n');
    expect(pack(data, 'check', 'builtin')).toMatchObject({ status: 0, stdout: 'builtin: sound\n' });
    const { status, stdout } = pack(data, 'check', 'mine');
    expect(status).toBe(5);
    expect(stdout).toContain('error  compaction.prompt is missing\n');
    expect(stdout).toContain('note   time.reminder has no place {{ now }}\n');
  });

  it('tells the difference between two packs', () => {
    const data = temporaryFolder();
    keep(data, 'one', 'It is {{ now }}.\n');
    keep(data, 'two', 'It was {{ now }}.\n');
    expect(pack(data, 'diff', 'one', 'two')).toMatchObject({
      status: 0,
      stdout:
        'one -> two: 1 texts and 0 models differ\n\n' +
        'text changed  time.reminder  17 -> 18 bytes\n' +
        '@@ -1,1 +1,1 @@\n-It is {{ now }}.\n+It was {{ now }}.\n',
    });
    expect(pack(data, 'diff', 'one').status).toBe(2);
  });

  it('refuses to capture over another pack, or from no program', () => {
    const data = temporaryFolder();
    keep(data, 'mine', 'x\n');
    expect(pack(data, 'capture', '--codex', fakeCodex, '--out', 'mine').status).toBe(6);
    const { status, stderr } = pack(data, 'capture', '--codex', join(data, 'codex'));
    expect(status).toBe(2);
    expect(stderr).toContain('there is no program');
  });
});
