/**
 * Writes requests to a sink: the bytes of each input are those of the one before as far as the items are the same.
 *
 * Cost: one buffer as long as the longest input, up to a bound. Gain: request k+1 copies what k already put together in
 * one piece (bench/pipeline). Catch: an input beyond the bound is written piece by piece.
 */

import type { ByteSink, RolloutBytes } from '../contract/bytes.js';
import type { ItemTable } from '../contract/item-table.js';

/** Longest input that is kept between requests, in bytes. */
const keptBytes = 24 * 1024 * 1024;

const comma = Uint8Array.of(0x2c);

/** An input: the first `count` of `items`, which are items of `table`. */
interface InputItems {
  readonly table: ItemTable;
  readonly items: Int32Array;
  readonly count: number;
}

export class InputWriter {
  private readonly bytes: RolloutBytes;
  private kept: Uint8Array;
  /** Items whose bytes lie in `kept`, and where each one's bytes end. */
  private items = new Int32Array(256);
  private ends = new Float64Array(256);
  private keptCount = 0;
  private table: ItemTable | undefined;

  /** @param scratch a buffer to grow from, reused between sessions */
  constructor(bytes: RolloutBytes, scratch: Uint8Array) {
    this.bytes = bytes;
    this.kept = scratch;
  }

  /** The buffer as it is now, to be handed to the next writer. */
  get scratch(): Uint8Array {
    return this.kept;
  }

  /** Writes an input's items, separated by commas. */
  write({ table, items: list, count }: InputItems, sink: ByteSink): void {
    if (table !== this.table) {
      this.table = table;
      this.keptCount = 0;
    }
    let same = 0;
    const limit = Math.min(this.keptCount, count);
    while (same < limit && this.items[same] === list[same]) same += 1;
    this.keptCount = same;
    let position = same;
    while (position < count && this.keep(table, list[position] as number)) position += 1;
    sink.write(this.kept.subarray(0, this.keptEnd));
    for (; position < count; position += 1) {
      if (position > 0) sink.write(comma);
      this.writePieces(table, list[position] as number, sink);
    }
  }

  /** Writes an input that none is written after: nothing would use what was kept of it, so nothing is. */
  writeAlone({ table, items, count }: InputItems, sink: ByteSink): void {
    for (let position = 0; position < count; position += 1) {
      if (position > 0) sink.write(comma);
      this.writePieces(table, items[position] as number, sink);
    }
  }

  private get keptEnd(): number {
    return this.keptCount === 0 ? 0 : (this.ends[this.keptCount - 1] as number);
  }

  /** Appends an item to the kept bytes; false when it does not fit the bound. */
  private keep(table: ItemTable, item: number): boolean {
    let end = this.keptEnd;
    const length = table.byteLengths[item] as number;
    const needed = end + 1 + length;
    if (needed > keptBytes) return false;
    if (needed > this.kept.length) {
      const grown = new Uint8Array(Math.min(keptBytes, Math.max(needed, this.kept.length * 2)));
      grown.set(this.kept.subarray(0, end));
      this.kept = grown;
    }
    const { kept } = this;
    if (this.keptCount > 0) {
      kept[end] = 0x2c;
      end += 1;
    }
    const { pieces } = table;
    const { pairs } = pieces;
    const last = table.firstPiece[item + 1] as number;
    for (let piece = table.firstPiece[item] as number; piece < last; piece += 1) {
      const start = pairs[piece * 2] as number;
      const stop = pairs[piece * 2 + 1] as number;
      if (start < 0) {
        kept.set(pieces.literals[-1 - start] as Uint8Array, end);
        end += stop;
      } else {
        end = this.copyRange(start, stop, end);
      }
    }
    if (this.keptCount === this.items.length) this.grow();
    this.items[this.keptCount] = item;
    this.ends[this.keptCount] = end;
    this.keptCount += 1;
    return true;
  }

  private copyRange(start: number, stop: number, to: number): number {
    let end = to;
    for (let from = start; from < stop;) {
      const viewEnd = Math.min(stop, from + this.bytes.maxViewBytes);
      this.kept.set(this.bytes.view(from, viewEnd), end);
      end += viewEnd - from;
      from = viewEnd;
    }
    return end;
  }

  private writePieces(table: ItemTable, item: number, sink: ByteSink): void {
    const { pieces } = table;
    const last = table.firstPiece[item + 1] as number;
    for (let piece = table.firstPiece[item] as number; piece < last; piece += 1) {
      const start = pieces.pairs[piece * 2] as number;
      const stop = pieces.pairs[piece * 2 + 1] as number;
      if (start < 0) {
        sink.write(pieces.literals[-1 - start] as Uint8Array);
        continue;
      }
      for (let from = start; from < stop;) {
        const viewEnd = Math.min(stop, from + this.bytes.maxViewBytes);
        sink.write(this.bytes.view(from, viewEnd));
        from = viewEnd;
      }
    }
  }

  private grow(): void {
    const items = new Int32Array(this.items.length * 2);
    items.set(this.items);
    this.items = items;
    const ends = new Float64Array(this.ends.length * 2);
    ends.set(this.ends);
    this.ends = ends;
  }
}
