/** Answers about a line from its bytes, without scanning it: in compact JSON these texts stand only where they mean it. */

import type { RolloutBytes } from '../contract/bytes.js';
import type { LineIndex } from '../contract/line-index.js';
import { viewWhole } from './scan-line.js';

const compactionMark = '"type":"compaction';
const overlapBytes = 64;

/** Bytes of a compacted line in which its first item shows. */
const historyHeadBytes = 700;

/** A new window begins with developer context; a head that shows a user's message rules that out. */
const userFirst =
  /"replacement_history":\[\{"type":"message",(?:"id":"[^"\\]*",)?"role":"user","content":\[\{"type":"input_text","text":"[^<#]/;

/** Longest line that may be an abort note, in bytes. */
const longestNote = 8192;

/** What a turn's end says went wrong (measured on the reference binary: its error names the compaction). */
export function failureOf(
  bytes: RolloutBytes,
  index: LineIndex,
  line: number,
): 'compaction' | 'other' | undefined {
  const view = viewWhole(bytes, index.starts[line] as number, index.ends[line] as number);
  const text = asBuffer(view);
  const error = text.indexOf('"error":{"message":"');
  if (error < 0) return undefined;
  return text.indexOf('compact task', error) < 0 ? 'other' : 'compaction';
}

/** Whether a line holds the note that a turn was aborted; its role differs between releases. */
export function isAbortMarker(bytes: RolloutBytes, index: LineIndex, line: number): boolean {
  const start = index.starts[line] as number;
  const end = index.ends[line] as number;
  if (end - start > longestNote) return false;
  return asBuffer(bytes.view(start, end)).includes('"text":"<turn_aborted>');
}

const rootTurnKey = Buffer.from('"root_turn_id"');
const unicodeEscape = Buffer.from('\\u');

/** Whether a turn context may name a root turn; if not, it need not be parsed to know. A key may be spelled with escapes. */
export function mayNameRootTurn(bytes: RolloutBytes, index: LineIndex, line: number): boolean {
  const view = viewWhole(bytes, index.starts[line] as number, index.ends[line] as number);
  const text = asBuffer(view);
  return text.includes(rootTurnKey) || text.includes(unicodeEscape);
}

/** Whether a compacted line's history is plainly one that a server made. */
export function showsRemoteHistory(bytes: RolloutBytes, index: LineIndex, line: number): boolean {
  const start = index.starts[line] as number;
  const end = index.ends[line] as number;
  const head = asBuffer(bytes.view(start, Math.min(end, start + historyHeadBytes)));
  if (userFirst.test(head.toString('latin1'))) return true;
  for (let from = start; from < end; from += bytes.maxViewBytes - overlapBytes) {
    const view = bytes.view(from, Math.min(end, from + bytes.maxViewBytes));
    if (asBuffer(view).includes(compactionMark)) return true;
  }
  return false;
}

function asBuffer(view: Uint8Array): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.length);
}
