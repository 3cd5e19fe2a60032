// A Responses API on loopback: records every request body as it came in, and answers with scripted event streams.
//
// It is also the proxy that the driven process is told to use, so a request to any other host ends here, refused.

import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';

/**
 * @typedef {object} RecordedRequest
 * @property {string} path      e.g. `/v1/responses`
 * @property {Record<string, string | string[] | undefined>} headers
 * @property {string} text      the body as it came in, decompressed if need be
 * @property {any} body         the same, parsed
 */

/**
 * What a script answers: events to stream, or `hang` (stream them and keep the connection open), or a JSON document.
 * @typedef {{ events?: object[], hang?: boolean, json?: unknown, status?: number }} Reply
 */

/** @typedef {(request: RecordedRequest, index: number) => Reply | Promise<Reply>} Script */

/**
 * @typedef {object} MockResponses
 * @property {number} port
 * @property {readonly RecordedRequest[]} requests   calls to the model, in the order of their arrival
 * @property {readonly string[]} refused             anything else that was asked for
 * @property {() => Promise<void>} close
 */

const MODEL_CALL = /\/responses(\/compact)?$/;

/**
 * @param {Script} script
 * @returns {Promise<MockResponses>}
 */
export async function startMockResponses(script) {
  /** @type {RecordedRequest[]} */
  const requests = [];
  /** @type {string[]} */
  const refused = [];

  const server = createServer(async (incoming, outgoing) => {
    const text = await readBody(incoming);
    const { pathname: path } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    if (incoming.method !== 'POST' || !MODEL_CALL.test(path)) {
      refused.push(`${incoming.method} ${incoming.url}`);
      outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const request = { path, headers: incoming.headers, text, body: JSON.parse(text) };
    const index = requests.push(request) - 1;
    send(outgoing, await answer(script, request, index));
  });
  for (const event of ['connect', 'upgrade']) {
    server.on(event, (incoming, socket) => {
      refused.push(`${incoming.method} ${incoming.url}`);
      socket.on('error', () => {}); // the refused side may already be gone
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mock has no port');
  return { port: address.port, requests, refused, close: () => closeServer(server) };
}

/** @param {import('node:http').IncomingMessage} incoming */
async function readBody(incoming) {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const encoding = incoming.headers['content-encoding'];
  if (encoding === undefined) return bytes.toString('utf8');
  if (encoding === 'gzip') return gunzipSync(bytes).toString('utf8');
  throw new Error(
    `a request came with content-encoding ${encoding}; the mock reads plain and gzip`,
  );
}

/** @param {Script} script @param {RecordedRequest} request @param {number} index @returns {Promise<Reply>} */
async function answer(script, request, index) {
  try {
    return await script(request, index);
  } catch (error) {
    return {
      status: 500,
      json: { error: { message: `the script failed at request ${index}: ${error}` } },
    };
  }
}

/** @param {import('node:http').ServerResponse} outgoing @param {Reply} reply */
function send(outgoing, reply) {
  if (reply.json !== undefined) {
    outgoing.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(reply.json));
    return;
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of reply.events ?? []) {
    outgoing.write(
      `event: ${/** @type {{type: string}} */ (event).type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
  }
  if (!reply.hang) outgoing.end();
}

/** @param {import('node:http').Server} server */
async function closeServer(server) {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
