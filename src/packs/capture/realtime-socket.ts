/** The other end of a realtime conversation: enough of WebSocket to open one, answer its set-up and close it. */

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isRecord } from '../../contract/json-record.js';

const webSocketGuid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const textFrame = 1;
const closeFrame = 8;

/** Accepts the connection, and says `session.updated` to each `session.update`. */
export function acceptRealtime(incoming: IncomingMessage, socket: Duplex): void {
  const key = incoming.headers['sec-websocket-key'] ?? '';
  const accept = createHash('sha1').update(`${key}${webSocketGuid}`).digest('base64');
  socket.on('error', () => {}); // the client may be killed at any time
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (let frame = readFrame(pending); frame !== undefined; frame = readFrame(pending)) {
      pending = pending.subarray(frame.end);
      if (frame.kind === closeFrame) socket.end();
      if (frame.kind === textFrame && isSetUp(frame.text)) socket.write(sessionUpdated());
    }
  });
}

interface Frame {
  readonly kind: number;
  readonly text: string;
  /** Bytes that the frame takes. */
  readonly end: number;
}

/** The first whole frame of a client, which is masked; undefined when more bytes are needed. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const sizeBytes = { 126: 2, 127: 8 }[short] ?? 0;
  const maskAt = 2 + sizeBytes;
  if (bytes.length < maskAt + 4) return undefined;
  const length = sizeBytes === 0 ? short : Number.parseInt(bytes.toString('hex', 2, maskAt), 16);
  const end = maskAt + 4 + length;
  if (bytes.length < end) return undefined;
  const mask = bytes.subarray(maskAt, maskAt + 4);
  const payload = bytes.subarray(maskAt + 4, end).map((byte, at) => byte ^ mask.readUInt8(at & 3));
  return { kind: bytes.readUInt8(0) & 0x0f, text: Buffer.from(payload).toString('utf8'), end };
}

function isSetUp(text: string): boolean {
  try {
    const message: unknown = JSON.parse(text);
    return isRecord(message) && message['type'] === 'session.update';
  } catch {
    return false; // no message of the protocol: nothing to answer
  }
}

function sessionUpdated(): Buffer {
  const text = JSON.stringify({
    type: 'session.updated',
    session: { id: 'mill', instructions: '' },
  });
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.of(0x80 | textFrame, payload.length), payload]);
}
