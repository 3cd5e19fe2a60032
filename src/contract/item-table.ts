/** The items of a session, each as pieces of the rollout and what decisions need to know of it, in typed arrays. */

import type { SectionId } from './context.js';

/** What an item is, for the rules of history and normalisation. */
export const ItemFlag = {
  user: 1,
  developer: 1 << 1,
  assistant: 1 << 2,
  system: 1 << 3,
  /** A user message that is context, not a person's words (spec 3 §2.1). */
  contextualUser: 1 << 4,
  /** A developer message with at least one contextual part (spec 3 §4.2). */
  contextualDeveloper: 1 << 5,
  /** Starts a user turn (spec 3 §2.1). */
  boundary: 1 << 6,
  /** Every part is a hook prompt or context, and one is a hook prompt. */
  hookMessage: 1 << 7,
  /** A compaction summary in a user message. */
  summary: 1 << 8,
  image: 1 << 9,
  audio: 1 << 10,
  /** A tool output with a text that some truncation policy would cut. */
  truncatable: 1 << 11,
  /** Never enters the history when recorded: placeholders and system messages (spec 3 §2.3). */
  unrecorded: 1 << 12,
  /** A tool search call or output executed by the server. */
  serverExecution: 1 << 13,
  /** Written by the model. */
  model: 1 << 15,
  /** A user message that steers a goal. */
  goalContext: 1 << 16,
  /** A tool output whose text says that the call was aborted. */
  abortedOutput: 1 << 17,
  /** Its metadata says of each content part where it comes from. */
  partMetadata: 1 << 18,
  /** Holds a text of the pack, where Codex puts one of its own. */
  packText: 1 << 19,
} as const;

/** Pieces of output: ranges of the rollout, or literals. */
export class PieceBuffer {
  /** Pairs: start and end in bytes of the rollout, or -1 - literal number and the literal's length. */
  pairs = new Float64Array(512);
  /** Pairs in use. */
  count = 0;
  readonly literals: Uint8Array[] = [];

  /** Adds rollout bytes; a range that goes on where the last piece of this item ended makes that one longer. */
  addRange(start: number, end: number, firstPiece: number): void {
    if (start === end) return;
    const last = this.count - 1;
    if (
      last >= firstPiece &&
      this.pairs[last * 2 + 1] === start &&
      (this.pairs[last * 2] as number) >= 0
    ) {
      this.pairs[last * 2 + 1] = end;
      return;
    }
    this.push(start, end);
  }

  addLiteral(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.push(-1 - this.literals.length, bytes.length);
    this.literals.push(bytes);
  }

  /** Adds a literal that was added before, by the number `keep` gave it. */
  addKept(kept: number): void {
    this.push(-1 - kept, (this.literals[kept] as Uint8Array).length);
  }

  keep(bytes: Uint8Array): number {
    this.literals.push(bytes);
    return this.literals.length - 1;
  }

  byteLength(from: number, to: number): number {
    let total = 0;
    for (let piece = from; piece < to; piece += 1) {
      const start = this.pairs[piece * 2] as number;
      const end = this.pairs[piece * 2 + 1] as number;
      total += start >= 0 ? end - start : end;
    }
    return total;
  }

  private push(start: number, end: number): void {
    if (this.count * 2 === this.pairs.length) {
      const pairs = new Float64Array(this.pairs.length * 2);
      pairs.set(this.pairs);
      this.pairs = pairs;
    }
    this.pairs[this.count * 2] = start;
    this.pairs[this.count * 2 + 1] = end;
    this.count += 1;
  }
}

/** Why an item that no line holds is there. */
export type MadeRule =
  | 'item.tools'
  | 'item.base_instructions'
  | 'item.compaction_prompt'
  | 'item.compaction_trigger'
  | 'item.missing_output'
  | 'item.output_left_out'
  | 'item.kept_message'
  | 'item.summary'
  | 'item.no_summary'
  | 'item.told'
  | 'item.retold'
  | 'item.goal'
  | 'item.prompt';

/** What is known of an item that no line holds. */
export interface MadeItem {
  readonly rule: MadeRule;
  /** The line it was made from, from 0; -1 when there is none. */
  readonly line: number;
  /** Its content parts, where they are told anew: a section, or undefined for a part that was recorded. */
  readonly sections?: readonly (SectionId | undefined)[];
}

export class ItemTable {
  readonly pieces = new PieceBuffer();
  /** Items that no line holds, for who asks where they come from. */
  readonly made = new Map<number, MadeItem>();
  count = 0;
  /** Line the item stands on, from 0. */
  lines = new Int32Array(128);
  /** Token of the item on that line's tape. */
  tokens = new Int32Array(128);
  /** Atom of the item type as sent. */
  types = new Uint8Array(128);
  flags = new Int32Array(128);
  firstPiece = new Uint32Array(129);
  byteLengths = new Float64Array(128);
  /** Length of the item as recorded, ids and metadata included; 0 for items made here. */
  recordedLengths = new Float64Array(128);
  /** Number of the call id in `callIds`, or -1. */
  callNumbers = new Int32Array(128);
  /** What the decoder was told, see `DecodeMode`. */
  modes = new Uint8Array(128);
  readonly callIds: string[] = [];
  /** Item ids of calls, needed for the ids of synthetic outputs. */
  readonly itemIds = new Map<number, string>();
  private readonly callNumberOf = new Map<string, number>();

  /** Closes the item whose pieces were just added, and returns its number. */
  add(
    line: number,
    token: number,
    type: number,
    flags: number,
    callId: string | undefined,
    mode: number,
  ): number {
    if (this.count === this.lines.length) this.grow();
    const item = this.count;
    const first = this.firstPiece[item] as number;
    this.lines[item] = line;
    this.tokens[item] = token;
    this.types[item] = type;
    this.flags[item] = flags;
    this.modes[item] = mode;
    this.recordedLengths[item] = 0;
    this.byteLengths[item] = this.pieces.byteLength(first, this.pieces.count);
    this.callNumbers[item] = callId === undefined ? -1 : this.callNumber(callId);
    this.firstPiece[item + 1] = this.pieces.count;
    this.count = item + 1;
    return item;
  }

  /** First piece of the item being built. */
  get openPiece(): number {
    return this.firstPiece[this.count] as number;
  }

  /** Closes an item that no line holds, and returns its number. */
  addMade(type: number, flags: number, made: MadeItem): number {
    const item = this.add(-1, 0, type, flags, undefined, 0);
    this.made.set(item, made);
    return item;
  }

  /** Drops the pieces added since the last item was closed. */
  abandon(): void {
    this.pieces.count = this.openPiece;
  }

  private callNumber(callId: string): number {
    const known = this.callNumberOf.get(callId);
    if (known !== undefined) return known;
    this.callIds.push(callId);
    this.callNumberOf.set(callId, this.callIds.length - 1);
    return this.callIds.length - 1;
  }

  private grow(): void {
    const size = this.lines.length * 2;
    this.lines = copied(this.lines, new Int32Array(size));
    this.tokens = copied(this.tokens, new Int32Array(size));
    this.types = copied(this.types, new Uint8Array(size));
    this.flags = copied(this.flags, new Int32Array(size));
    this.firstPiece = copied(this.firstPiece, new Uint32Array(size + 1));
    this.byteLengths = copied(this.byteLengths, new Float64Array(size));
    this.callNumbers = copied(this.callNumbers, new Int32Array(size));
    this.recordedLengths = copied(this.recordedLengths, new Float64Array(size));
    this.modes = copied(this.modes, new Uint8Array(size));
  }
}

function copied<T extends Int32Array | Uint8Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
