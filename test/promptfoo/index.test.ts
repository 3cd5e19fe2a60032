import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrompt, ReplayProvider, tests } from '../../src/promptfoo/index.js';

const folder = mkdtempSync(join(tmpdir(), 'promptmill-promptfoo-'));
const requests = 'requests.jsonl';
// Spaces that nobody would print again: the bytes are posted as they are.
const body =
  '{ "model":"stone","instructions":"Mill.","input":[{"role":"user","content":"{{x}}"}]}';

const response = {
  output: [{ type: 'message', content: [{ type: 'output_text', text: 'Three.' }] }],
  usage: { input_tokens: 9, output_tokens: 2, total_tokens: 11 },
};

let server: Server;
let baseUrl = '';
const posted: { url: string | undefined; body: string }[] = [];

beforeAll(async () => {
  const lines = [`{"id":"a","answer":"Two.","request":${body}}`, `{"id":"b","request":${body}}`];
  writeFileSync(join(folder, requests), `${lines.join('\n')}\n`);
  server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push({ url: request.url, body: Buffer.concat(chunks).toString() });
      if (request.url?.startsWith('/refused') === true) reply.writeHead(400).end('no such model');
      else if (request.url?.startsWith('/streamed') === true) {
        const events = [{ type: 'response.created' }, { type: 'response.completed', response }];
        reply.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
      } else reply.end(JSON.stringify(response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  baseUrl = `http://127.0.0.1:${String(port)}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('the provider for promptfoo', () => {
  it('gives the recorded answer where no server is named, or the request where none is recorded', async () => {
    const provider = new ReplayProvider({ config: { requests, basePath: folder } });
    const byVars = await provider.callApi('', { vars: { request_id: 'a' } });
    expect(byVars).toStrictEqual({
      output: 'Two.',
      metadata: { request_id: 'a', replayed: true },
    });
    expect((await provider.callApi('b')).output).toBe(body);
  });

  it.each(['v1', 'streamed'])(
    'posts the bytes of the request and reads the answer: %s',
    async (path) => {
      const config = { requests, basePath: folder, baseUrl: `${baseUrl}/${path}/` };
      posted.length = 0;
      expect(await new ReplayProvider({ config }).callApi('a')).toStrictEqual({
        output: 'Three.',
        metadata: { request_id: 'a', replayed: false },
        tokenUsage: { prompt: 9, completion: 2, total: 11 },
      });
      expect(posted).toStrictEqual([{ url: `/${path}/responses`, body }]);
    },
  );

  it('tells what went wrong as an error of the test', async () => {
    const config = { requests, basePath: folder, baseUrl: `${baseUrl}/refused` };
    const provider = new ReplayProvider({ config });
    expect(await provider.callApi('a')).toStrictEqual({ error: 'HTTP 400: no such model' });
    expect((await provider.callApi('c')).error).toBe('no request has the id c');
  });
});

describe('tests and prompts for promptfoo', () => {
  it('makes a test for each request', () => {
    expect(tests({ requests, basePath: folder })).toStrictEqual([
      { vars: { request_id: 'a' } },
      { vars: { request_id: 'b' } },
    ]);
  });

  it('makes a prompt of the request’s input, base instructions in front', () => {
    const prompt = createPrompt({ requests, basePath: folder });
    expect(prompt({ vars: { request_id: 'a' } })).toStrictEqual([
      { role: 'system', content: 'Mill.' },
      { role: 'user', content: '{{x}}' },
    ]);
  });

  it('refuses a file that holds something else', () => {
    writeFileSync(join(folder, 'other.jsonl'), '{"vars":{}}\n');
    expect(() => tests({ requests: 'other.jsonl', basePath: folder })).toThrow(
      'a line is no request',
    );
  });
});
