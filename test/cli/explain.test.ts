import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/fake-corpus.js';
import { meta, rolloutOf, turn } from '../support/rollout-lines.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

function promptmill(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '120', FORCE_COLOR: undefined, NO_COLOR: undefined },
  });
  return { status, stdout, stderr };
}

const second = turn('t2', 'Say "when".', 'When.');
const session = rolloutOf([meta(), ...turn('t1', 'Grind it.', 'Ground.'), ...second]);

/** A folder with a session of two requests and one of one. */
function sessions(): { readonly folder: string; readonly file: string } {
  const folder = join(temporaryFolder(), 'sessions');
  const file = join(folder, 'a.jsonl');
  mkdirSync(folder);
  writeFileSync(file, session);
  writeFileSync(join(folder, 'b.jsonl'), rolloutOf([meta(), ...turn('t1', 'Rest.', 'Resting.')]));
  return { folder, file };
}

describe('promptmill explain', () => {
  it('tells what the last request is made of, without colours where there is no terminal', () => {
    const { file } = sessions();
    const { status, stdout } = promptmill('explain', file);
    expect(status).toBe(0);
    expect(stdout).toContain('request  1, opens a turn');
    expect(stdout).toContain('2 items came');
    expect(stdout).not.toContain('\u001B');
  });

  it('compares one that is asked for with the one before it, which is not asked for', () => {
    const { file } = sessions();
    const { stdout } = promptmill('explain', file, '--at', '1', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      counter: 'bytes/4',
      requests: [{ at: 1 }],
      timeline: [{ at: 1, change: { since: 0, formerItems: 1 } }],
    });
  });

  it('compares what a resume would send with the last recorded one', () => {
    const { file } = sessions();
    const { stdout } = promptmill('explain', file, '--at', 'next', '--json', '--tokens', 'exact');
    expect(JSON.parse(stdout)).toMatchObject({
      counter: 'o200k_base',
      timeline: [{ at: 2, kind: 'next', change: { since: 1, added: [{ what: 'answer' }] } }],
    });
  });

  it('tells of several requests the time line, and each with --full', () => {
    const { file } = sessions();
    const rows = promptmill('explain', file, '--at', 'all').stdout.trimEnd().split('\n');
    expect(rows.map((row) => row.trim().split(/\s+/)[0])).toEqual(['at', '0', '1']);
    const { stdout } = promptmill('explain', file, '--at', 'all', '--full');
    expect(stdout).toContain('request  0');
    expect(stdout).toContain('request  1');
  });

  it('says which requests there are when one is asked for that is not', () => {
    const { file } = sessions();
    const { status, stderr } = promptmill('explain', file, '--at', '2');
    expect(status).toBe(4);
    expect(stderr).toContain('2 requests, numbered from 0');
  });

  it('says of a rollout without a request what can be explained of it', () => {
    const { folder } = sessions();
    const empty = join(folder, 'empty.jsonl');
    writeFileSync(empty, rolloutOf([meta()]));
    const { status, stderr } = promptmill('explain', empty);
    expect(status).toBe(4);
    expect(stderr).toContain('--at next');
  });

  it('takes one file', () => {
    const { file } = sessions();
    const { status, stderr } = promptmill('explain', file, file);
    expect(status).toBe(2);
    expect(stderr).toContain('--find TEXT');
  });
});

describe('promptmill explain --find', () => {
  it('tells where a text stands that the model read, over folders', () => {
    const { folder, file } = sessions();
    const { status, stdout } = promptmill('explain', folder, '--find', 'Grind');
    expect(status).toBe(0);
    expect(stdout).toBe(
      [
        file,
        '  requests 0–1  /instructions  base instructions, from line 1, field.instructions',
        '    Grind slowly.',
        '  requests 0–1  /input/0/content/0  user message, user, line 4, item.recorded',
        '    Grind it.',
        join(folder, 'b.jsonl'),
        '  request 0  /instructions  base instructions, from line 1, field.instructions',
        '    Grind slowly.',
        'found in 3 parts: 3 of 3 requests, 2 of 2 sessions',
        '',
      ].join('\n'),
    );
  });

  it('tells by its exit code that it found nothing', () => {
    const { folder } = sessions();
    const { status, stdout } = promptmill('explain', folder, '--find', 'millet');
    expect([status, stdout]).toEqual([7, 'not found in 3 requests of 2 sessions\n']);
  });

  it('searches only the requests that are asked for', () => {
    const { file } = sessions();
    expect(promptmill('explain', file, '--find', 'when', '--at', '0').status).toBe(7);
    expect(promptmill('explain', file, '--find', 'say "when"'.toUpperCase()).status).toBe(7);
    expect(promptmill('explain', file, '--find', 'Say "when"', '--at', 'last').status).toBe(0);
  });

  it('does not say that a text is not there when a file could not be searched', () => {
    const { folder, file } = sessions();
    const gone = join(folder, 'gone.jsonl');
    const { status, stdout, stderr } = promptmill('explain', file, gone, '--find', 'x!', '--json');
    expect(status).toBe(3);
    expect(stderr).toContain('gone.jsonl');
    expect(JSON.parse(stdout)).toMatchObject({
      text: 'x!',
      sessions: 1,
      requests: 2,
      found: [],
      failures: [{ code: 'input_not_found' }],
    });
  });
});
