import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PromptmillError } from '../../src/contract/errors.js';
import { openTrace } from '../../src/sources/trace-bundle.js';
import { isTorn } from '../../src/sources/trace-errors.js';
import { temporaryFolder } from '../support/fake-corpus.js';
import { writeTinyBundle } from '../support/tiny-trace.js';

const body = { model: 'm', input: [{ text: 'é "quoted"' }], n: [] };
const request = { thread: 't1', payload: { value: body } };

function errorOf(step: () => unknown): PromptmillError {
  try {
    step();
  } catch (error) {
    if (error instanceof PromptmillError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe.each([1, 3] as const)('a trace bundle of schema %i', (schema) => {
  it('gives its requests in order, without white space', () => {
    const folder = temporaryFolder();
    writeTinyBundle(folder, {
      schema,
      startedAtMs: 7,
      rollouts: { t1: '/there/rollout-1.jsonl' },
      requests: [
        request,
        {
          thread: 't2',
          payload: { value: { n: 2 } },
          type: 'compaction_request_started',
          provider: 'OpenAI',
        },
      ],
    });
    const [bundle, ...others] = openTrace(folder);
    expect(others).toEqual([]);
    expect(bundle).toMatchObject({ folder, schemaVersion: schema, startedAtMs: 7 });
    const file = join(folder, 'trace.jsonl');
    expect(bundle?.requests.map((one) => one.read())).toEqual([JSON.stringify(body), '{"n":2}']);
    const read: unknown = expect.any(Function);
    expect(bundle?.requests).toEqual([
      {
        id: 'call-0',
        kind: 'inference',
        threadId: 't1',
        turnId: 'turn',
        providerName: 'mock',
        rolloutPath: '/there/rollout-1.jsonl',
        file,
        line: 3,
        read,
      },
      {
        id: 'call-1',
        kind: 'compaction',
        threadId: 't2',
        turnId: 'turn',
        providerName: 'OpenAI',
        rolloutPath: undefined,
        file,
        line: 4,
        read,
      },
    ]);
  });

  it('may end in a torn line', () => {
    const folder = temporaryFolder();
    writeTinyBundle(folder, { schema, requests: [request] });
    appendFileSync(join(folder, 'trace.jsonl'), '{"schema_version":1,"payl');
    expect(openTrace(folder)[0]?.requests.length).toBe(1);
  });

  it('is refused with the line that is no JSON', () => {
    const folder = temporaryFolder();
    writeTinyBundle(folder, { schema, requests: [request] });
    const file = join(folder, 'trace.jsonl');
    writeFileSync(file, `{"payload":{"type":"x"}}\noops\n${readFileSync(file, 'utf8')}`);
    expect(errorOf(() => openTrace(folder))).toMatchObject({
      code: 'bad_trace',
      details: { file, line: 2, expected: 'one JSON object a line' },
    });
  });

  it('is refused with the line of a request that names no payload', () => {
    const folder = temporaryFolder();
    writeTinyBundle(folder, { schema, requests: [] });
    const file = join(folder, 'trace.jsonl');
    appendFileSync(file, '{"payload":{"type":"inference_started","thread_id":"t"}}\n');
    expect(errorOf(() => openTrace(folder)).toRecord()).toMatchObject({
      code: 'bad_trace',
      message: `${file}:2: the trace holds nothing`,
      expected: 'an object',
    });
  });

  it('says which payload is not there', () => {
    const folder = temporaryFolder();
    writeTinyBundle(folder, { schema, requests: [request] });
    rmSync(join(folder, 'payloads'), { recursive: true });
    const error = errorOf(() => openTrace(folder)[0]?.requests[0]?.read());
    expect(error.code).toBe(schema === 1 ? 'input_not_found' : 'bad_trace');
    expect(error.message + (error.details.file ?? '')).toContain('payloads');
  });
});

describe('a trace', () => {
  it('may be a folder of bundles, which come in the order they were started', () => {
    const root = temporaryFolder();
    writeTinyBundle(join(root, 'a'), { schema: 3, startedAtMs: 2, requests: [] });
    writeTinyBundle(join(root, 'b'), { schema: 1, startedAtMs: 1, requests: [] });
    writeFileSync(join(root, 'note.txt'), 'no bundle');
    expect(openTrace(root).map(({ folder }) => folder)).toEqual([join(root, 'b'), join(root, 'a')]);
  });

  it('is not a folder without bundles', () => {
    const root = temporaryFolder();
    expect(errorOf(() => openTrace(root)).toRecord()).toMatchObject({
      code: 'bad_trace',
      file: root,
      expected: 'a bundle, or a folder of bundles',
    });
  });

  it('is not a folder that is not there', () => {
    const folder = join(temporaryFolder(), 'nowhere');
    expect(errorOf(() => openTrace(folder)).toRecord()).toMatchObject({
      code: 'input_not_found',
      file: folder,
    });
  });

  it('is refused when its schema is not known', () => {
    const folder = temporaryFolder();
    writeTinyBundle(folder, { schema: 1, requests: [] });
    const file = join(folder, 'manifest.json');
    writeFileSync(
      file,
      '{"schema_version":2,"started_at_unix_ms":0,"raw_event_log":"trace.jsonl"}',
    );
    expect(errorOf(() => openTrace(folder)).toRecord()).toEqual({
      code: 'bad_trace',
      message: `${file}: the trace holds schema_version 2`,
      file,
      found: 'schema_version 2',
      expected: '1 or 3',
    });
  });
});

describe('a payload in a shard', () => {
  const image = { texts: ['{"url":', '}'], parts: [{ value: 'data:image' }] };

  it('is put together from its parts, which have parts too', () => {
    const folder = temporaryFolder();
    const payload = { texts: ['{"a":', ',"b":', '}'], parts: [image, { value: [1] }] };
    writeTinyBundle(folder, { schema: 3, requests: [{ thread: 't', payload }] });
    expect(openTrace(folder)[0]?.requests[0]?.read()).toBe('{"a":{"url":"data:image"},"b":[1]}');
  });

  it('is read as long as it came before the end that a killed process left', () => {
    const folder = temporaryFolder();
    writeTinyBundle(folder, { schema: 3, requests: [request, request] });
    const shard = join(folder, 'payloads/000001.zst');
    writeFileSync(shard, readFileSync(shard).subarray(0, -20));
    const [first, second] = openTrace(folder)[0]?.requests ?? [];
    expect(first?.read()).toBe(JSON.stringify(body));
    const error = errorOf(() => second?.read());
    expect(error.message).toContain('trace.jsonl:3: the trace holds a reference to raw_payload:2');
    expect(isTorn(error)).toBe(true);
  });

  it('is not read from a damaged shard', () => {
    const folder = temporaryFolder();
    writeTinyBundle(folder, { schema: 3, requests: [request] });
    writeFileSync(join(folder, 'payloads/000001.zst'), 'no zstd at all');
    const error = errorOf(() => openTrace(folder)[0]?.requests[0]?.read());
    expect(error).toMatchObject({ code: 'bad_trace', details: { line: 2 } });
    expect(isTorn(error)).toBe(false);
  });
});
