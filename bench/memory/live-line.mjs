// Rollouts with one line of hundreds of megabytes that the last request sends: whoever holds a line whole, holds this.

import { Random } from '../corpus/generate/random.mjs';
import { poolText } from '../corpus/generate/text-pools.mjs';

/** @typedef {import('../corpus/generate/make-session.mjs').Piece} Piece */

/** What the long text is. @typedef {'user-message' | 'tool-output' | 'replacement-history'} Place */

/** @type {readonly Place[]} */
export const places = ['user-message', 'tool-output', 'replacement-history'];

/** Stands for the long text in a printed line; `JSON.stringify` leaves it as it is. */
const mark = '\x7f';
const stepBytes = 8 << 20;
const id = '019b0000-0000-7000-8000-000000000001';
const cwd = '/mill';

/**
 * A session of one turn. The long text is handed out in steps, so that nothing here holds it whole.
 * @param {{ place: Place, bytes: number, path: string }} options
 * @returns {Generator<Piece>}
 */
export function* liveLine({ place, bytes, path }) {
  const random = new Random(`live-line/${place}`);
  for (const record of recordsOf(place)) {
    const line = JSON.stringify({ timestamp: '2026-06-01T00:00:00.000Z', ...record });
    const [head, tail] = line.split(mark);
    yield { path, bytes: Buffer.from(head) };
    if (tail !== undefined) {
      for (const part of longText(random, bytes)) yield { path, bytes: part };
      yield { path, bytes: Buffer.from(tail) };
    }
    yield { path, bytes: Buffer.from('\n') };
  }
}

/** @param {Place} place @returns {object[]} */
function recordsOf(place) {
  return [
    {
      type: 'session_meta',
      payload: {
        id,
        timestamp: '2026-06-01T00:00:00.000Z',
        cwd,
        originator: 'bench',
        cli_version: '0.145.0',
        source: 'exec',
        model_provider: 'mill',
        base_instructions: { text: 'Grind what you are given.' },
      },
    },
    { type: 'event_msg', payload: { type: 'task_started', turn_id: 'turn-1' } },
    {
      type: 'turn_context',
      payload: {
        turn_id: 'turn-1',
        cwd,
        approval_policy: 'never',
        sandbox_policy: { type: 'danger-full-access' },
        model: 'gpt-5.4',
        summary: 'auto',
      },
    },
    ...inputOf(place),
    { type: 'response_item', payload: message('assistant', 'Done.') },
    { type: 'event_msg', payload: { type: 'task_complete', turn_id: 'turn-1' } },
  ];
}

/** @param {Place} place @returns {object[]} */
function inputOf(place) {
  const item = (/** @type {object} */ payload) => ({ type: 'response_item', payload });
  const question = item(message('user', 'What does the ledger say?'));
  const call = { call_id: 'call_1' };
  switch (place) {
    case 'user-message':
      return [item(message('user', mark))];
    case 'tool-output':
      return [
        question,
        item({ type: 'function_call', name: 'exec_command', arguments: '{}', ...call }),
        item({ type: 'function_call_output', ...call, output: mark }),
      ];
    case 'replacement-history': {
      const replacement = [message('user', mark), message('user', 'So far: flour.')];
      const payload = { message: 'So far: flour.', replacement_history: replacement };
      return [{ type: 'compacted', payload }, question];
    }
    default:
      throw new Error(`no such place: ${place}`);
  }
}

/** @param {'user' | 'assistant'} role @param {string} text */
function message(role, text) {
  const type = role === 'user' ? 'input_text' : 'output_text';
  return { type: 'message', role, content: [{ type, text }] };
}

/** @param {Random} random @param {number} bytes @returns {Generator<Buffer>} */
function* longText(random, bytes) {
  for (let left = bytes; left > 0; left -= stepBytes) {
    const { parts } = poolText('log', random, Math.min(stepBytes, left));
    yield Buffer.concat(
      parts.map((part) =>
        typeof part === 'string' ? Buffer.from(part) : part.bytes.subarray(part.start, part.end),
      ),
    );
  }
}
