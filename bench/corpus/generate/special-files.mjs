// Single files at the limits: a line of hundreds of megabytes, and a file of more than four gibibytes.

import { makeSession } from './make-session.mjs';
import { Random } from './random.mjs';
import { poolText } from './text-pools.mjs';

/** @typedef {import('./make-session.mjs').Piece} Piece */

const stepBytes = 8 << 20;

/**
 * A plain session with one tool output of `bytes` bytes in the middle. The line is handed out in steps, so that it
 * need not fit into memory.
 * @param {{ seed: string | number, bytes: number }} options
 * @returns {Generator<Piece>}
 */
export function* longLine({ seed, bytes }) {
  const session = {
    seed,
    shape: /** @type {const} */ ('plain'),
    release: /** @type {const} */ ('0.145'),
  };
  const random = new Random(`long-line/${seed}`);
  let written = false;
  for (const { path, bytes: lines } of makeSession({ ...session, bytes: 400_000 })) {
    yield { path, bytes: lines };
    if (written) continue;
    written = true;
    for (const part of hugeOutput(random, bytes)) yield { path, bytes: part };
  }
}

/**
 * A gallery that is compacted again and again, with a live tail.
 * @param {{ seed: string | number, bytes: number }} options
 */
export function overFourGibibytes({ seed, bytes }) {
  const session = {
    seed,
    shape: /** @type {const} */ ('gallery'),
    release: /** @type {const} */ ('0.145'),
  };
  return makeSession({ ...session, bytes });
}

/** A call, and its output of that length. @param {Random} random @param {number} bytes @returns {Generator<Buffer>} */
function* hugeOutput(random, bytes) {
  const timestamp = new Date(Date.UTC(2026, 5, 1)).toISOString();
  const call = {
    type: 'function_call',
    name: 'exec_command',
    arguments: '{"cmd":"cat ledger"}',
    call_id: 'call_long',
  };
  const output = { type: 'function_call_output', call_id: 'call_long', output: '\x7f' };
  const line = JSON.stringify({ timestamp, type: 'response_item', payload: output });
  const [head, tail] = line.split('\x7f');
  yield Buffer.from(`${JSON.stringify({ timestamp, type: 'response_item', payload: call })}\n`);
  yield Buffer.from(head);
  for (let left = bytes; left > 0; left -= stepBytes) {
    const text = poolText('log', random, Math.min(stepBytes, left));
    yield Buffer.concat(
      text.parts.map((part) =>
        typeof part === 'string' ? Buffer.from(part) : part.bytes.subarray(part.start, part.end),
      ),
    );
  }
  yield Buffer.from(`${tail}\n`);
}
