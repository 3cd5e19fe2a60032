import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/fake-corpus.js';
import { developer, type Json, meta, rolloutOf, turn } from '../support/rollout-lines.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function compact(input: string, ...args: string[]): Outcome {
  const folder = temporaryFolder();
  const file = join(folder, 'rollout.jsonl');
  const lines: Json[] = [
    meta(),
    developer('d'),
    ...turn('1', 'one', 'first'),
    ...turn('2', 'two', 'second'),
  ];
  writeFileSync(file, rolloutOf(lines));
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'compact', file, ...args], {
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

interface Report {
  readonly at: number;
  readonly dropped: readonly number[];
  readonly items: readonly { readonly tokens: number; readonly item: Json }[];
}

function reportOf({ stdout }: Outcome): Report {
  const value: unknown = JSON.parse(stdout);
  return value as Report;
}

describe('promptmill compact', () => {
  it('tells what stays of a session that is summed up now', () => {
    const report = reportOf(compact('all ground\n', '--summary', '-'));
    expect(report).toMatchObject({
      rules: '0.145',
      at: 2,
      form: 'local',
      dropped: [0, 2, 4],
      baseTokens: 4,
      reinjection: {
        idle: { index: 3, place: 'before the next prompt' },
        turn: { index: 1, place: 'inside' },
      },
    });
    const texts = report.items.map(({ item }) => JSON.stringify(item['content']));
    expect(texts).toEqual([
      '[{"type":"input_text","text":"one"}]',
      '[{"type":"input_text","text":"two"}]',
      expect.stringMatching(/all ground"}\]$/),
    ]);
    const first = report.items[0];
    expect(first?.tokens).toBe(Math.ceil(JSON.stringify(first?.item).length / 4));
  });

  it('takes a recorded request, and what a server returned for it', () => {
    const output = [
      { type: 'message', role: 'assistant', content: [] },
      { type: 'compaction', encrypted_content: 'sealed' },
    ];
    const report = reportOf(compact(JSON.stringify({ output }), '--at', '0', '--items', '-'));
    expect(report).toMatchObject({ at: 0, form: 'remote v2', dropped: [0] });
    expect(report.items.map(({ item }) => item['type'])).toEqual(['message', 'compaction']);
    const whole = `${JSON.stringify(output[0])}\n${JSON.stringify(output[1])}\n`;
    const older = reportOf(compact(whole, '--at', '0', '--items', '-', '--remote', 'v1'));
    expect(older.items.map(({ item }) => item['type'])).toEqual(['message', 'compaction']);
    expect(older.dropped).toEqual([0, 1]);
  });

  it('puts context that is handed in where it is told anew', () => {
    const told = join(temporaryFolder(), 'context.jsonl');
    writeFileSync(told, `${JSON.stringify({ type: 'message', role: 'developer', content: [] })}\n`);
    const older = reportOf(compact('sum', '--summary', '-', '--context-items', told));
    expect(older.items.map(({ item }) => item['role'])).toEqual([
      'user',
      'user',
      'user',
      'developer',
    ]);
    const newer = reportOf(
      compact('sum', '--summary', '-', '--context-items', told, '--rules', '0.171'),
    );
    expect(newer.items.map(({ item }) => item['role'])).toEqual([
      'user',
      'developer',
      'user',
      'user',
    ]);
    expect(newer).toMatchObject({
      dropped: [0, 2, 4],
      reinjection: { idle: { index: 1, place: 'inside' } },
    });
  });

  it.each([
    [['--at', '0..1', '--summary', '-'], 'one history is compacted at a time'],
    [[], 'compact needs what was answered'],
    [['--summary', '-', '--items', '-'], 'compact needs what was answered'],
    [['--items', '-'], 'holds no response items'],
    [['--items', '-', '--remote', 'v1', '--rules', '0.171'], 'holds no response items'],
    [['--summary', 'none.md'], 'none.md cannot be read'],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = compact('no item', ...args);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
  });

  it('refuses the older way under rules that do not know it', () => {
    const { status, stderr } = compact('[]', '--items', '-', '--remote', 'v1', '--rules', '0.171');
    expect([status, stderr]).toEqual([2, expect.stringContaining('does not compact that way')]);
  });
});
