/** Reads a stream for as long as nobody says stop. */

import { addAbortSignal, type Readable } from 'node:stream';

/** The chunks of `stream`, each read when the one before was used; none after the signal, which also ends a wait. */
export async function* readUntil(
  stream: Readable,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  addAbortSignal(signal, stream);
  try {
    for await (const chunk of stream) {
      yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
