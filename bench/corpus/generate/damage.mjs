// Scripts of sessions whose files are damaged, as crashes, full disks and other programs leave them.

import { abortedTurn, plainTurn, workTurn } from './activities.mjs';
import { open, until } from './scripts.mjs';

/** @typedef {import('./shapes.mjs').Stage} Stage */
/** @typedef {import('./activities.mjs').Writer} Writer */

/** Damage that leaves the file valid UTF-8: only the damaged lines are lost. @param {Stage} stage */
export function* broken(stage) {
  const writer = open(stage);
  plainTurn(writer);
  damagedLines(writer);
  abortedTurn(writer);
  yield* until(stage, writer, () => {
    workTurn(writer, 1);
    if (writer.random.chance(0.2)) damagedLines(writer);
  });
  plainTurn(writer);
  writer.buffer.appendRaw(tornLine(writer));
  yield writer;
}

/** Bytes that are no UTF-8, inside of a message. @param {Stage} stage */
export function* invalidUtf8(stage) {
  const writer = open(stage);
  plainTurn(writer);
  const [head, tail] = itemLine(writer, '\0').split('\\u0000');
  writer.buffer.appendRaw(head);
  writer.buffer.appendRaw(Uint8Array.of(0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80));
  writer.buffer.appendRaw(`${tail}\n`);
  yield* until(stage, writer, () => plainTurn(writer));
}

/** @param {Stage} stage */
export function* withByteOrderMark(stage) {
  const writer = stage.thread();
  writer.buffer.appendRaw(Uint8Array.of(0xef, 0xbb, 0xbf));
  writer.open();
  plainTurn(writer);
  yield* until(stage, writer, () => plainTurn(writer));
}

/** @param {Writer} writer */
function damagedLines(writer) {
  const { buffer } = writer;
  const whole = itemLine(writer, 'whole');
  buffer.appendRaw('\n');
  buffer.appendRaw(`${'\0'.repeat(512)}\n`);
  buffer.appendRaw(`${itemLine(writer, 'crossed the line ends')}\r\n`);
  // A write that a crash cut short, and the next one on the same line.
  buffer.appendRaw(`${whole.slice(0, whole.length / 2)}${itemLine(writer, 'lost with it')}\n`);
  buffer.appendRaw('<<<<<<< HEAD\n');
  buffer.appendRaw('[1,2,3]\n');
  buffer.appendRaw(`${itemLine(writer, '@').replace('@', String.raw`\ud800`)}\n`);
  writer.line('grain_delivery', { sacks: 12 });
  writer.line('response_item', { type: 'stone_dressing', sacks: 12 });
  writer.line('response_item', { type: 'message', content: [] });
  writer.line('response_item', {
    type: 'message',
    role: 'user',
    content: 'a string where parts belong',
  });
  writer.line('event_msg', { type: 'bell_rung' });
}

/** @param {Writer} writer */
function tornLine(writer) {
  const line = itemLine(writer, 'the pen ran dry before the end of this');
  return line.slice(0, line.length - 30);
}

/** A line with a user's message, without its end. @param {Writer} writer @param {string} text */
function itemLine(writer, text) {
  const timestamp = new Date(writer.nowMs).toISOString();
  const payload = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
  const ordinal = writer.ordinal === undefined ? {} : { ordinal: writer.ordinal++ };
  return JSON.stringify({ timestamp, ...ordinal, type: 'response_item', payload });
}
