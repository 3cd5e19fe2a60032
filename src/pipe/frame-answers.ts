/** Answers as MessagePack frames: a request is the line of a render in three pieces, the middle one being the body. */

import { Packr } from 'msgpackr';
import type { ByteSink } from '../contract/bytes.js';
import { type ErrorRecord, PromptmillError } from '../contract/errors.js';
import type { Answers, EndCounts, Greeting, Label } from './answers.js';
import { headBytes } from './split-frames.js';

/** Plain MessagePack, which every language reads: maps for objects, no extensions. */
const packr = new Packr({ useRecords: false, encodeUndefinedAsNil: true, int64AsType: 'number' });

/** @throws PromptmillError `bad_record` when it is no MessagePack, or more than one value */
export function unpackFrame(bytes: Uint8Array): unknown {
  try {
    return packr.unpack(bytes);
  } catch (cause) {
    throw new PromptmillError('bad_record', 'the frame holds no MessagePack value', {
      found: `${String(bytes.length)} bytes that begin with ${hexOf(bytes)}`,
      expected: 'one map',
      cause,
    });
  }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex');
}

export class FrameAnswers implements Answers {
  private readonly out: ByteSink;

  constructor(out: ByteSink) {
    this.out = out;
  }

  hello(greeting: Greeting): void {
    this.say({ type: 'hello', ...greeting });
  }

  request(label: Label, line: Uint8Array): void {
    this.say({ type: 'request', ...label, ...piecesOf(line) });
  }

  end(label: Label, counts: EndCounts): void {
    this.say({ type: 'end', ...label, ...counts });
  }

  error(label: Label, error: ErrorRecord, requests: number): void {
    this.say({ type: 'error', ...label, error, requests });
  }

  /** What ends the conversation: no record's error. */
  fault(error: ErrorRecord): void {
    this.say({ type: 'error', error });
  }

  private say(answer: object): void {
    const content = packr.pack(answer);
    const head = Buffer.alloc(headBytes);
    head.writeUInt32BE(content.length);
    this.out.write(head);
    this.out.write(content);
  }
}

const beforeBody = Buffer.from(',"request":');
const afterBody = Buffer.from(',"fidelity":');

/**
 * The line's pieces around the body. A quote in a string of JSON has a backslash before it, so the first place that
 * looks like the key is the key, and the last one too.
 */
function piecesOf(line: Uint8Array): { head: Uint8Array; body: Uint8Array; tail: Uint8Array } {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.length);
  const start = bytes.indexOf(beforeBody) + beforeBody.length;
  const end = bytes.lastIndexOf(afterBody);
  return {
    head: bytes.subarray(0, start),
    body: bytes.subarray(start, end),
    tail: bytes.subarray(end),
  };
}
