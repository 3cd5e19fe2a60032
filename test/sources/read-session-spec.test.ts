import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSessionSpecs } from '../../src/sources/read-session-spec.js';

function specFile(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'promptmill-spec-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'session.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('a session spec', () => {
  it('is split into what it names and settings', () => {
    const file = specFile({ model: 'stone', cwd: '/a', prompt: 'Go.', agents_md: 'docs' });
    expect(readSessionSpecs(file)).toEqual([
      {
        file,
        threadId: undefined,
        cliVersion: undefined,
        provider: undefined,
        agentsMd: join(file, '..', 'docs'),
        goal: undefined,
        prompt: 'Go.',
        settings: { model: 'stone', cwd: '/a' },
      },
    ]);
  });

  it('may stand in a list', () => {
    const file = specFile([{ model: 'a' }, { model: 'b' }]);
    expect(readSessionSpecs(file).map(({ settings }) => settings)).toEqual([
      { model: 'a' },
      { model: 'b' },
    ]);
  });

  it.each([
    [['stone'], 'spec 0 is no object'],
    [{ prompt: 7 }, 'prompt has a value it cannot have'],
  ])('such as %j is refused', (content, message) => {
    const file = specFile(content);
    expect(() => readSessionSpecs(file)).toThrow(
      expect.objectContaining({ code: 'bad_spec', message: `${file}: ${message}` }),
    );
  });
});
