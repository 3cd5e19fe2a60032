import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startMockService } from '../../../src/packs/capture/mock-service.js';
import { respond, sayText } from '../../../src/packs/capture/replies.js';

it('keeps calls to the model, answers them as scripted, and refuses the rest', async () => {
  const service = await startMockService({
    script: ({ index }) => respond([sayText(`answer ${index}`)]),
    route: (path) => (path === '/tool' ? { found: true } : undefined),
  });
  const url = `http://127.0.0.1:${service.port}`;
  const call = async (path: string, body: string | Uint8Array, encoding = ''): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body,
      headers: encoding === '' ? {} : { 'content-encoding': encoding },
    });
  const first = await (await call('/v1/responses', '{"input":[]}')).text();
  await call('/v1/responses', gzipSync('{"input":[1]}'), 'gzip');
  const tool = await call('/tool', '{}');
  const elsewhere = await call('/elsewhere', '{}');
  expect(first).toContain('event: response.completed\n');
  expect(first).toContain('answer 0');
  expect(service.calls.map(({ index, body }) => [index, body])).toEqual([
    [0, { input: [] }],
    [1, { input: [1] }],
  ]);
  expect(await tool.json()).toEqual({ found: true });
  expect(elsewhere.status).toBe(404);
  await service.close();
});

it('refuses to be a way to another host', async () => {
  const service = await startMockService({ script: () => respond([]) });
  const socket = connect(service.port, '127.0.0.1');
  socket.write('CONNECT example.invalid:443 HTTP/1.1\r\nHost: example.invalid:443\r\n\r\n');
  const [data] = await once(socket, 'data');
  expect(String(data)).toMatch(/^HTTP\/1\.1 403 /);
  socket.destroy();
  await service.close();
});
