// `promptmill pipe` as other programs meet it: what it answers, and how it ends.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/fake-corpus.js';
import {
  codesOf,
  demoFiles,
  framesOf,
  greeting,
  linesOf,
  main,
  readFrames,
  readLines,
  renderedLines,
  repository,
  runPipe,
} from '../support/pipe-process.js';

const [sample = ''] = demoFiles;

function render(...args: string[]): string {
  const { stdout } = spawnSync(process.execPath, [main, 'render', '--quiet', ...args], {
    cwd: repository,
    encoding: 'utf8',
  });
  return stdout;
}

describe('promptmill pipe', () => {
  it('answers paths with the lines of a render, byte for byte', async () => {
    const { status, stdout, stderr } = await runPipe(demoFiles.map((file) => `${file}\n`).join(''));
    expect(status).toBe(0);
    expect(renderedLines(stdout)).toBe(render(...demoFiles));
    const answers = readLines(stdout);
    const ends = answers.filter(({ type }) => type === 'end');
    expect(ends.map(({ seq }) => seq)).toEqual(demoFiles.map((_, seq) => seq));
    const requests = answers.length - ends.length;
    expect(readLines(stderr)).toEqual([
      { end: 'done', records: demoFiles.length, requests, failures: 0 },
    ]);
  });

  it('answers frames with the same lines in three pieces, the body being one', async () => {
    const records = demoFiles.map((file, number) => ({ id: `r${String(number)}`, file }));
    const input = framesOf([{ ...greeting, options: { at: 'last' } }, ...records]);
    const { status, stdout } = await runPipe(input, ['--framing', 'msgpack', '--quiet']);
    expect(status).toBe(0);
    const [hello, ...answers] = readFrames(stdout);
    expect(hello).toEqual({
      type: 'hello',
      protocol: 1,
      tool: 'promptmill',
      version: expect.any(String),
      maxFrameBytes: 256 * 1024 * 1024,
      options: expect.objectContaining({ at: { kind: 'last' } }),
    });
    const requests = answers.filter(({ type }) => type === 'request');
    const lines = requests.map(({ head, body, tail }) =>
      Buffer.concat([head, body, tail] as Uint8Array[]).toString('utf8'),
    );
    expect(`${lines.join('\n')}\n`).toBe(render(...demoFiles, '--at', 'last'));
    const bodies = requests.map(({ body }) => JSON.parse(String(body)) as unknown);
    expect(bodies).toEqual(lines.map((line) => (JSON.parse(line) as { request: unknown }).request));
    const ends = answers.filter(({ type }) => type === 'end');
    expect(ends.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
  });

  it('renders a rollout that comes along as it renders a file of that name', async () => {
    const file = demoFiles.find((name) => name.includes('/goal/')) ?? '';
    const bytes = readFileSync(join(repository, file));
    const expected = render(file);
    const lines = await runPipe(linesOf([{ rollout: bytes.toString('utf8'), name: file }]));
    expect(renderedLines(lines.stdout)).toBe(expected);
    const frames = await runPipe(framesOf([greeting, { rollout: bytes, name: file }]), [
      '--framing',
      'msgpack',
    ]);
    const requests = readFrames(frames.stdout).filter(({ type }) => type === 'request');
    expect(requests).toHaveLength(expected.split('\n').length - 1);
  });

  it('renders the first request of a session that is yet to begin', async () => {
    const spec = { model: 'gpt-5.5', cwd: '/mill', prompt: 'Grind the rye.' };
    const file = join(temporaryFolder(), 'spec.json');
    writeFileSync(file, JSON.stringify(spec));
    const { stdout } = await runPipe(linesOf([{ spec, name: file }]));
    expect(renderedLines(stdout)).toBe(render('--new', file));
  });

  it('lets each record have options of its own, over those that count for all', async () => {
    const records = [
      { id: 1, file: sample },
      { id: 2, file: sample, at: 'all' },
      { id: 3, file: sample, set: { model: 'stone' } },
    ];
    const { stdout } = await runPipe(linesOf(records), ['--at', 'last']);
    const [all, last] = [render(sample), render(sample, '--at', 'last')];
    const other = render(sample, '--at', 'last', '--set', 'model=stone');
    expect(renderedLines(stdout)).toBe(`${last}${all}${other}`);
  });

  it('answers what cannot be rendered with its error, in its place, and goes on', async () => {
    const input = [
      'no-such-file.jsonl',
      '{"file":',
      '',
      JSON.stringify({ id: 'a', file: sample, atx: 1 }),
      JSON.stringify({ rollout: 'nothing\n' }),
      JSON.stringify({ file: sample, at: 99 }),
      JSON.stringify({ file: sample, pack: 'no-such-pack' }),
      JSON.stringify({ spec: { prompt: 'Go.' } }),
      `{"file":"${'x'.repeat(2000)}"}`,
      '.',
      sample,
    ];
    const { status, stdout, stderr } = await runPipe(input.join('\n'), [
      '--at',
      'last',
      '--max-frame',
      '65536',
    ]);
    const answers = readLines(stdout);
    expect(codesOf(answers.filter(({ type }) => type === 'error'))).toEqual([
      [0, 'input_not_found'],
      [1, 'bad_record'],
      [2, 'bad_record'],
      [3, 'empty_rollout'],
      [4, 'no_such_request'],
      [5, 'bad_pack'],
      [6, 'bad_setting'],
      [7, 'input_unreadable'],
      [8, 'input_unreadable'],
    ]);
    expect(answers.find(({ seq }) => seq === 2)?.id).toBe('a');
    expect(answers.slice(-2).map(({ type, seq }) => [type, seq])).toEqual([
      ['request', 9],
      ['end', 9],
    ]);
    expect(status).toBe(0);
    expect(readLines(stderr)).toEqual([{ end: 'done', records: 10, requests: 1, failures: 9 }]);
  });

  it('answers a record or a request that is too long with an error, and goes on', async () => {
    const long = { id: 'long', rollout: 'x'.repeat(5000) };
    const wide = { id: 'wide', file: sample, at: 'last' };
    const args = ['--max-frame', '2000', '--quiet'];
    const lines = await runPipe(linesOf([long, wide, { id: 'none', file: 'none' }]), args);
    expect(codesOf(readLines(lines.stdout))).toEqual([
      [0, 'record_too_large'],
      [1, 'record_too_large'],
      [2, 'input_not_found'],
    ]);
    const frames = await runPipe(framesOf([greeting, long, wide, { file: 'none' }]), [
      '--framing',
      'msgpack',
      ...args,
    ]);
    expect(codesOf(readFrames(frames.stdout).slice(1))).toEqual(codesOf(readLines(lines.stdout)));
  });

  it('says errors of its own as JSON on standard error', async () => {
    const outcomes = [
      await runPipe('', ['--at', 'first']),
      await runPipe('', ['--colour']),
      await runPipe('', ['--catalog', 'no-such-catalog.json']),
    ];
    expect(outcomes.map(({ status, stdout }) => [status, stdout.length])).toEqual([
      [2, 0],
      [2, 0],
      [2, 0],
    ]);
    expect(outcomes.flatMap(({ stderr }) => readLines(stderr)).map(({ code }) => code)).toEqual([
      'usage',
      'usage',
      'input_not_found',
    ]);
  });

  it('has nothing to say to no input', async () => {
    for (const args of [[], ['--framing', 'msgpack']]) {
      const { status, stdout } = await runPipe('', args);
      expect([status, stdout.length]).toEqual([0, 0]);
    }
  });
});
