import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createAssembler } from '../../src/assembler.js';
import { temporaryFolder } from '../support/fake-corpus.js';
import { writeTinyRollouts } from '../support/tiny-rollouts.js';
import { writeTinyBundle } from '../support/tiny-trace.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

function verify(args: readonly string[]): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'verify', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** A rollout of two requests and its trace; `change` is done to what is traced. */
async function session(
  change: (body: Record<string, unknown>) => void = () => undefined,
): Promise<readonly [string, string]> {
  const folder = temporaryFolder();
  const [file = ''] = writeTinyRollouts(folder, [{ name: 'rollout.jsonl', turns: 2 }]);
  const requests = [];
  for await (const { id, request } of createAssembler().render([file])) {
    const value = { ...structuredClone(request) };
    change(value);
    requests.push({ thread: id.split('#')[0] ?? '', provider: 'OpenAI', payload: { value } });
  }
  writeTinyBundle(join(folder, 'trace'), { schema: 1, requests });
  return [file, join(folder, 'trace')];
}

describe('promptmill verify', () => {
  it('ends well when all requests are equal', async () => {
    const [file, trace] = await session();
    const { status, stdout, stderr } = verify([file, '--trace', trace]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^2 of 2 requests equal\nequal 2 of 2\n$/m);
  });

  it('has an exit code of its own for differences', async () => {
    const [file, trace] = await session((body) => {
      body['store'] = true;
    });
    const { status, stdout } = verify([file, '--trace', trace]);
    expect(status).toBe(5);
    expect(stdout).toContain('first difference: $.store');
    expect(stdout).toMatch(/^equal 0 of 2$/m);
  });

  it('prints JSON when asked', async () => {
    const [file, trace] = await session();
    const { stdout } = verify([file, '--trace', trace, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ total: 2, equal: 2, misses: [] });
  });

  it('says when nothing could be compared', async () => {
    const [, trace] = await session();
    const [other = ''] = writeTinyRollouts(temporaryFolder(), [{ name: 'x.jsonl', turns: 1 }]);
    const { status, stdout } = verify([other, '--trace', trace]);
    expect(status).toBe(4);
    expect(stdout).toMatch(/^equal 0 of 0$/m);
  });

  it.each([
    ['a trace is missing', (file: string) => [file], 'verify: --trace is missing'],
    [
      'the trace is none',
      (file: string, trace: string) => [file, '--trace', join(trace, 'payloads')],
      'holds no trace',
    ],
    [
      'a rollout is not there',
      (file: string, trace: string) => [`${file}x`, '--trace', trace],
      'there is no such file',
    ],
  ])('refuses its arguments when %s', async (_, args, message) => {
    const { status, stdout, stderr } = verify(args(...(await session())));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toContain(message);
  });
});
