// A server on loopback that answers any request of the Responses API with one word and keeps the bodies.

import { once } from 'node:events';
import { createServer } from 'node:http';

const ANSWER = {
  id: 'resp_1',
  object: 'response',
  created_at: 0,
  model: 'any',
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'ok', annotations: [] }],
    },
  ],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};
const DELTA = { item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'ok' };

/** @returns {Promise<{ address: string, bodies: any[], close: () => void }>} */
export async function serveResponses() {
  /** @type {any[]} */
  const bodies = [];
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const body = JSON.parse(text);
    bodies.push(body);
    if (body.stream === true) stream(response);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(ANSWER));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { address: `127.0.0.1:${port}`, bodies, close: () => server.close() };
}

/** @param {import('node:http').ServerResponse} response */
function stream(response) {
  response.setHeader('content-type', 'text/event-stream');
  sendEvent(response, { type: 'response.output_text.delta', ...DELTA });
  sendEvent(response, { type: 'response.completed', response: ANSWER });
  response.end();
}

/** @param {import('node:http').ServerResponse} response @param {{ type: string }} event */
function sendEvent(response, event) {
  response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** @param {import('node:http').IncomingMessage} request */
async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
