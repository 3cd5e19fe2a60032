/** Who says what to whom in each framing: lines are records from the first on, frames begin with a greeting. */

import type { ByteSink } from '../contract/bytes.js';
import { PromptmillError, toErrorRecord } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import type { ContextOptions } from '../read-context.js';
import { Answering, noCounts, type PipeCounts } from './answer-record.js';
import { protocolVersion } from './answers.js';
import { ContextShelf } from './context-shelf.js';
import { FrameAnswers, unpackFrame } from './frame-answers.js';
import { LineAnswers } from './line-answers.js';
import { parseLine } from './read-record.js';
import { readRecordOptions, shown } from './record-options.js';
import { FrameSplitter } from './split-frames.js';
import { LineSplitter } from './split-lines.js';
import type { Incoming, Splitter } from './split.js';

export interface Conversation {
  readonly splitter: Splitter;
  readonly counts: PipeCounts;
  /** @throws PromptmillError what ends the conversation */
  take(incoming: Incoming): Promise<void>;
  /** Tells the other side why it ends, where the framing has a place for it. */
  fail(error: unknown): void;
}

export interface ConversationOptions {
  readonly defaults: ContextOptions;
  readonly maxFrameBytes: number;
  readonly version: string;
}

export class LineConversation implements Conversation {
  readonly splitter: Splitter;
  private readonly answering: Answering;

  constructor({ defaults, maxFrameBytes }: ConversationOptions, out: ByteSink) {
    this.splitter = new LineSplitter(maxFrameBytes);
    this.answering = new Answering({
      answers: new LineAnswers(out),
      shelf: new ContextShelf(defaults),
      parse: parseLine,
      maxFrameBytes,
    });
  }

  get counts(): PipeCounts {
    return this.answering.counts;
  }

  async take(incoming: Incoming): Promise<void> {
    await this.answering.answer(incoming);
  }

  /** A line that is no answer would be taken for one: standard error tells why. */
  fail(): void {}
}

/** A greeting is small: a length beyond this is the beginning of something else. */
const maxGreetingBytes = 64 * 1024;

export class FrameConversation implements Conversation {
  readonly splitter: Splitter;
  private readonly options: ConversationOptions;
  private readonly answers: FrameAnswers;
  private readonly shelf: ContextShelf;
  private answering: Answering | undefined;

  constructor(options: ConversationOptions, out: ByteSink) {
    const { defaults, maxFrameBytes } = options;
    this.options = options;
    this.splitter = new FrameSplitter({ maxBytes: maxFrameBytes, maxFirstBytes: maxGreetingBytes });
    this.answers = new FrameAnswers(out);
    this.shelf = new ContextShelf(defaults);
  }

  get counts(): PipeCounts {
    return this.answering?.counts ?? noCounts;
  }

  async take(incoming: Incoming): Promise<void> {
    if (this.answering === undefined) this.answering = this.greet(incoming);
    else await this.answering.answer(incoming);
  }

  fail(error: unknown): void {
    this.answers.fault(toErrorRecord(error));
  }

  private greet(incoming: Incoming): Answering {
    const { maxFrameBytes, version } = this.options;
    const options = this.shelf.amendDefaults(readGreeting(incoming));
    const greeting = { protocol: protocolVersion, tool: 'promptmill', version } as const;
    this.answers.hello({ ...greeting, maxFrameBytes, options });
    return new Answering({
      answers: this.answers,
      shelf: this.shelf,
      parse: unpackFrame,
      maxFrameBytes,
    });
  }
}

/** The options a greeting asks for. */
function readGreeting(incoming: Incoming): ContextOptions {
  const value = incoming.kind === 'record' ? unpackFrame(incoming.bytes) : undefined;
  if (!isRecord(value) || value['type'] !== 'hello' || value['protocol'] !== protocolVersion) {
    throw new PromptmillError('bad_stream', 'the first frame is no greeting of this protocol', {
      found: isRecord(value) ? shown(partsOf(value)) : shown(value),
      expected: shown({ type: 'hello', protocol: protocolVersion }),
    });
  }
  const { options = {} } = value;
  if (isRecord(options)) return readRecordOptions(options, []);
  throw new PromptmillError('bad_stream', 'the options of the greeting are no map', {
    found: shown(options),
    expected: 'options as records have them, such as {"at": "last"}',
  });
}

function partsOf({ type, protocol }: JsonRecord): JsonRecord {
  return { type, protocol };
}
