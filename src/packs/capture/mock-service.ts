/**
 * A Responses API on loopback: keeps every request body, and answers with scripted event streams. It is also the proxy
 * that the driven process is told to use, so a request to any other host ends here, refused.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { acceptRealtime } from './realtime-socket.js';

/** A call to the model, parsed; `index` counts from 0 in the order of arrival. */
export interface ModelCall {
  readonly index: number;
  readonly path: string;
  readonly body: JsonRecord;
}

/** Events to stream, or a JSON document. */
export type Reply =
  | { readonly events: readonly JsonRecord[] }
  | { readonly json: unknown; readonly status: number };

export type Script = (call: ModelCall) => Reply | Promise<Reply>;

/** Answers what is no call to the model; `accepted` is an answer without content, undefined a refusal. */
export type Route = (
  path: string,
  body: JsonRecord | undefined,
) => JsonRecord | 'accepted' | undefined;

export interface MockService {
  readonly port: number;
  readonly calls: readonly ModelCall[];
  readonly close: () => Promise<void>;
}

export interface MockOptions {
  readonly script: Script;
  readonly route?: Route | undefined;
}

const modelCall = /\/responses(\/compact)?$/;

/** Starts the service on a free port of 127.0.0.1. */
export async function startMockService({ script, route }: MockOptions): Promise<MockService> {
  const calls: ModelCall[] = [];
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      sendJson(outgoing, 500, { error: { message: String(error) } });
    });
  });
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (_, socket) => refuse(socket));
  server.on('upgrade', (incoming, socket) => acceptRealtime(incoming, socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: portOf(server), calls, close };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    if (incoming.method === 'POST' && modelCall.test(pathname) && body !== undefined) {
      const call = { index: calls.length, path: pathname, body };
      calls.push(call);
      send(outgoing, await script(call));
      return;
    }
    const found = route?.(pathname, body);
    if (found === 'accepted') outgoing.writeHead(202).end();
    else sendJson(outgoing, found === undefined ? 404 : 200, found ?? {});
  }

  /** Also what was upgraded, which the server no longer counts as a connection. */
  async function close(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
}

async function readBody(incoming: IncomingMessage): Promise<JsonRecord | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const sent = Buffer.concat(chunks);
  const bytes = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  if (bytes.length === 0) return undefined;
  const document: unknown = JSON.parse(bytes.toString('utf8'));
  return isRecord(document) ? document : undefined;
}

function send(outgoing: ServerResponse, reply: Reply): void {
  if ('json' in reply) {
    sendJson(outgoing, reply.status, reply.json);
    return;
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of reply.events) {
    outgoing.write(`event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  outgoing.end();
}

function sendJson(outgoing: ServerResponse, status: number, document: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'mcp-session-id': 'mill' });
  outgoing.end(JSON.stringify(document));
}

function refuse(socket: Duplex): void {
  socket.on('error', () => {}); // the refused side may already be gone
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mock has no port');
  return address.port;
}
