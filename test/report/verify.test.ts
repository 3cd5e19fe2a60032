import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAssembler } from '../../src/assembler.js';
import { readContext } from '../../src/read-context.js';
import { verifyJson } from '../../src/report/verify-json.js';
import { verifyText } from '../../src/report/verify-text.js';
import { type VerifyOptions, type VerifyReport, verifyRollouts } from '../../src/report/verify.js';
import { temporaryFolder } from '../support/fake-corpus.js';
import { tinyRollout, writeTinyRollouts } from '../support/tiny-rollouts.js';
import { type TinyBundle, writeTinyBundle } from '../support/tiny-trace.js';

type Body = Record<string, unknown> & { input: { content: { text: string }[] }[] };

interface Recorded {
  readonly file: string;
  readonly thread: string;
  readonly trace: string;
  /** The requests as they were sent: what a render gives, and what it does not know. */
  readonly bodies: Body[];
}

/** A session of three turns, and where its trace will be. */
async function recordedSession(): Promise<Recorded> {
  const folder = temporaryFolder();
  const [file = ''] = writeTinyRollouts(folder, [{ name: 'rollout.jsonl', turns: 3 }]);
  const bodies: Body[] = [];
  const assembler = createAssembler({ provider: 'other' });
  let thread = '';
  for await (const { id, request } of assembler.render([file])) {
    thread = id.split('#')[0] ?? '';
    bodies.push({
      ...structuredClone(request),
      text: {},
      tools: [],
      client_metadata: {},
    } as unknown as Body);
  }
  return { file, thread, trace: join(folder, 'trace'), bodies };
}

function writeTrace({ trace, thread, bodies }: Recorded, more: Partial<TinyBundle> = {}): void {
  const requests = bodies.map((value) => ({ thread, payload: { value } }));
  writeTinyBundle(trace, { schema: 3, requests, ...more });
}

function verify(recorded: Recorded, more: Partial<VerifyOptions> = {}): Promise<VerifyReport> {
  const { file, trace } = recorded;
  return verifyRollouts({ files: [file], trace, context: readContext({}), given: [], ...more });
}

function firstText(body: Body | undefined): { text: string } {
  const part = body?.input[0]?.content[0];
  if (part === undefined) throw new Error('no text');
  return part;
}

describe('a verification', () => {
  it.each([1, 3] as const)('finds requests of schema %i equal', async (schema) => {
    const recorded = await recordedSession();
    writeTrace(recorded, { schema });
    const report = await verify(recorded);
    expect({ ...report, unknown: [...report.unknown.keys()] }).toEqual({
      total: 3,
      equal: 3,
      equalInPart: 0,
      misses: [],
      failures: [],
      withoutRollout: 0,
      torn: 0,
      unknown: ['tools', 'text', 'client_metadata'],
      taken: ['whether the provider was OpenAI (other)', 'whether item ids were sent (off)'],
    });
    expect(verifyText(report).trimEnd().split('\n').slice(-2)).toEqual([
      '3 of 3 requests equal',
      'equal 3 of 3',
    ]);
  });

  it('does not mind requests that are not traced', async () => {
    const recorded = await recordedSession();
    recorded.bodies.shift();
    writeTrace(recorded);
    expect(await verify(recorded)).toMatchObject({ total: 2, equal: 2 });
  });

  it('says where a request differs from the one rendered in its place', async () => {
    const recorded = await recordedSession();
    firstText(recorded.bodies[1]).text = 'tampered with';
    writeTrace(recorded);
    const report = await verify(recorded);
    expect(report).toMatchObject({ total: 3, equal: 2 });
    expect(report.misses).toMatchObject([
      {
        traced: { id: 'call-1', line: 3 },
        nearest: {
          id: `${recorded.thread}#1`,
          file: recorded.file,
          difference: { path: '$.input[0].content[0].text' },
        },
      },
    ]);
    const text = verifyText(report);
    expect(text).toContain('trace.jsonl:3: request call-1 of thread ');
    expect(text).toContain('  first difference: $.input[0].content[0].text, byte ');
    expect(text).toContain('"text":"tampered with"');
    expect(JSON.parse(verifyJson(report))).toMatchObject({
      equal: 2,
      misses: [{ traced: { id: 'call-1' }, nearest: { id: `${recorded.thread}#1` } }],
    });
  });

  it('reports traced requests that nothing was rendered for', async () => {
    const recorded = await recordedSession();
    recorded.bodies.push(...structuredClone(recorded.bodies.slice(0, 1)));
    writeTrace(recorded);
    const report = await verify(recorded);
    expect(report).toMatchObject({ total: 4, equal: 3 });
    expect(verifyText(report)).toContain('no rendered request is left for it');
  });

  it('takes the provider from the trace, unless it is told', async () => {
    const recorded = await recordedSession();
    const lines = readFileSync(recorded.file, 'utf8').replaceAll(
      '"role":"user",',
      '"role":"user","internal_chat_message_metadata_passthrough":{"turn_id":"t"},',
    );
    writeFileSync(recorded.file, lines);
    const requests = recorded.bodies.map((value) => ({
      thread: recorded.thread,
      provider: 'mock',
      payload: { value },
    }));
    writeTrace(recorded, { requests });
    expect(await verify(recorded)).toMatchObject({ total: 3, equal: 3 });
    const given: VerifyOptions['given'] = ['provider'];
    const context = readContext({ provider: 'openai' });
    expect(await verify(recorded, { given, context })).toMatchObject({ total: 3, equal: 0 });
  });

  it('compares tools only when they are given', async () => {
    const recorded = await recordedSession();
    for (const body of recorded.bodies) body['tools'] = [{ name: 'real' }];
    writeTrace(recorded);
    expect(await verify(recorded)).toMatchObject({ equal: 3 });
    const context = { ...readContext({}), tools: Buffer.from('[{"name":"other"}]') };
    expect(await verify(recorded, { context, given: ['tools'] })).toMatchObject({ equal: 0 });
  });

  it('explains base instructions that were given at a resume', async () => {
    const recorded = await recordedSession();
    for (const body of recorded.bodies) body['instructions'] = 'Be long.';
    writeTrace(recorded);
    const report = await verify(recorded);
    expect(report).toMatchObject({ total: 3, equal: 0 });
    expect(verifyText(report)).toContain(
      '  reason: the session ran with base instructions that the rollout does not record',
    );
  });

  it('leaves out requests of other threads, and says how many', async () => {
    const recorded = await recordedSession();
    writeTrace({ ...recorded, thread: 'another' });
    const report = await verify(recorded);
    expect(report).toMatchObject({ total: 0, equal: 0, withoutRollout: 3 });
    expect(verifyText(report)).toContain('left out: 3 traced requests of threads whose rollout');
  });

  it('leaves out requests that a killed process left torn', async () => {
    const recorded = await recordedSession();
    writeTrace(recorded);
    const shard = join(recorded.trace, 'payloads/000001.zst');
    writeFileSync(shard, readFileSync(shard).subarray(0, -9));
    expect(await verify(recorded)).toMatchObject({ total: 2, equal: 2, torn: 1 });
  });

  it('looks for a request in the rollout that the trace names', async () => {
    const recorded = await recordedSession();
    const other = join(recorded.trace, '../other.jsonl');
    writeFileSync(other, tinyRollout({ name: 'rollout.jsonl', turns: 1 }));
    writeTrace(recorded, { rollouts: { [recorded.thread]: '/gone/other.jsonl.zst' } });
    const files = [recorded.file, other];
    expect(await verify(recorded, { files })).toMatchObject({ total: 3, equal: 1 });
  });

  it('counts the requests of a rollout that cannot be rendered as not equal', async () => {
    const recorded = await recordedSession();
    writeTrace(recorded);
    const lines = readFileSync(recorded.file, 'utf8');
    writeFileSync(recorded.file, Buffer.concat([Buffer.from(lines), Buffer.of(0xff, 0x0a)]));
    const context = readContext({ loader: 'codex' });
    const report = await verify(recorded, { context });
    expect(report).toMatchObject({
      total: 3,
      equal: 0,
      failures: [{ code: 'invalid_utf8', file: recorded.file }],
    });
    expect(verifyText(report)).toContain('rollout.jsonl:20: not rendered: ');
  });
});
