// How `promptmill pipe` ends, and what engines that start it as a filter see of it.

import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  demoFiles,
  frameOf,
  framesOf,
  greeting,
  linesOf,
  outcomeOf,
  readFrames,
  readLines,
  runPipe,
  startPipe,
} from '../support/pipe-process.js';

const [sample = ''] = demoFiles;

describe('the end of a pipe', () => {
  it('is an error when a frame broke off, which says how many records were answered', async () => {
    const whole = framesOf([greeting, { file: sample, at: 'last' }, { file: 'none' }]);
    const input = Buffer.concat([whole, framesOf([{ file: sample }]).subarray(0, 7)]);
    const { status, stdout, stderr } = await runPipe(input, ['--framing', 'msgpack']);
    expect(status).toBe(65);
    const answers = readFrames(stdout);
    expect(answers.map(({ type, seq }) => [type, seq])).toEqual([
      ['hello', undefined],
      ['request', 0],
      ['end', 0],
      ['error', 1],
      ['error', undefined],
    ]);
    expect(readLines(stderr)).toEqual([answers.at(-1)?.['error']]);
    expect(readLines(stderr)[0]?.['message']).toMatch(/middle of a frame; 2 records were answered/);
  });

  it.each([
    ['lines', Buffer.from(`${sample}\n${sample}\n`)],
    ['a greeting of another protocol', framesOf([{ type: 'hello', protocol: 2 }])],
    ['no greeting', framesOf([{ file: sample }])],
    ['no MessagePack', frameOf(Buffer.from([0xc1]))],
  ])('is an error when frames were asked for and %s came', async (_, input) => {
    const { status, stdout } = await runPipe(input, ['--framing', 'msgpack']);
    expect(status).toBe(65);
    expect(readFrames(stdout)).toMatchObject([{ type: 'error', error: { code: /^bad_/ } }]);
  });

  it('is no error when whoever reads has enough', async () => {
    const child = startPipe(['--quiet']);
    const outcome = outcomeOf(child);
    child.stdin?.on('error', () => {});
    child.stdin?.write(`${sample}\n`.repeat(2000));
    if (child.stdout !== null) await once(child.stdout, 'data');
    child.stdout?.destroy();
    const { status, stderr } = await outcome;
    expect([status, stderr]).toEqual([0, '']);
  });

  it('comes after the record at hand when it is told to stop, and says that more may be left', async () => {
    const child = startPipe();
    const outcome = outcomeOf(child);
    child.stdin?.write(linesOf([{ file: sample, at: 'last' }]));
    if (child.stdout !== null) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const { status, stdout, stderr } = await outcome;
    expect(status).toBe(75);
    expect(readLines(stdout).map(({ type }) => type)).toEqual(['request', 'end']);
    expect(readLines(stderr)).toEqual([{ end: 'stopped', records: 1, requests: 1, failures: 0 }]);
  });

  it('comes in the middle of much input too, on the border of a record', async () => {
    const child = startPipe();
    const outcome = outcomeOf(child);
    child.stdin?.on('error', () => {});
    child.stdin?.end(`${sample}\n`.repeat(20_000));
    if (child.stdout !== null) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const { status, stdout } = await outcome;
    const answers = readLines(stdout);
    expect(status).toBe(75);
    expect(answers.at(-1)?.type).toBe('end');
    expect(answers.length).toBeLessThan(20_000);
  });
});

/**
 * What PySpark's `RDD.pipe` does with a command: an empty environment, an element a line, each line of the output an
 * element, and the exit code looked at only when asked to.
 */
async function pipeElements(
  elements: readonly string[],
  { args = [] as readonly string[], checkCode = false },
): Promise<string[]> {
  const input = elements.map((element) => `${element.replace(/\n+$/, '')}\n`).join('');
  const { status, stdout } = await runPipe(input, args);
  if (checkCode && status !== 0) throw new Error(`ended with ${String(status)}`);
  return stdout.toString('utf8').split('\n').slice(0, -1);
}

describe('promptmill pipe under RDD.pipe', () => {
  it('gives each element its answers, in order, and exits with 0 whatever became of them', async () => {
    const elements = [sample, 'none', `${sample}\n`, JSON.stringify({ id: 'x', file: sample })];
    const lines = await pipeElements(elements, { args: ['--at', 'last'], checkCode: true });
    expect(
      lines.map((line) => readLines(line)[0]).map((answer) => [answer?.type, answer?.seq]),
    ).toEqual([
      ['request', 0],
      ['end', 0],
      ['error', 1],
      ['request', 2],
      ['end', 2],
      ['request', 3],
      ['end', 3],
    ]);
  });

  it('shows in the exit code when it could not begin', async () => {
    const options = { args: ['--pack', 'no-such-pack'] };
    await expect(pipeElements([sample], { ...options, checkCode: true })).rejects.toThrow('2');
    await expect(pipeElements([sample], options)).resolves.toEqual([]);
  });

  it('gives the same bytes each time', async () => {
    const [one, other] = [await pipeElements(demoFiles, {}), await pipeElements(demoFiles, {})];
    expect(other).toEqual(one);
  });
});
