import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startMockService } from '../../../src/packs/capture/mock-service.js';
import { respond } from '../../../src/packs/capture/replies.js';

/** A frame as clients send it, masked. */
function frame(kind: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = Buffer.of(1, 2, 3, 4);
  const masked = payload.map((byte, at) => byte ^ mask.readUInt8(at % 4));
  const size =
    payload.length < 126
      ? Buffer.of(0x80 | payload.length)
      : Buffer.of(0x80 | 126, payload.length >> 8, payload.length & 0xff);
  return Buffer.concat([Buffer.of(0x80 | kind), size, mask, masked]);
}

it('opens a conversation, confirms its set-up and ends it', async () => {
  const service = await startMockService({ script: () => respond([]) });
  const socket = connect(service.port, '127.0.0.1');
  socket.write(
    'GET /v1/realtime HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  const [head] = await once(socket, 'data');
  expect(String(head)).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  const setUp = JSON.stringify({ type: 'session.update', words: 'x'.repeat(200) });
  socket.write(frame(1, 'no JSON'));
  socket.write(frame(1, setUp).subarray(0, 50));
  socket.write(frame(1, setUp).subarray(50));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('"type":"session.updated"');
  socket.write(frame(8, ''));
  await once(socket, 'end');
  socket.destroy();
  await service.close();
});
