/** The texts of user messages, and short keys to compare them by. */

import { createHash } from 'node:crypto';
import { atom } from '../contract/atoms.js';
import { ItemFlag, type ItemTable, type MadeItem } from '../contract/item-table.js';
import { type TapePlace, userTextOf } from '../rollout/user-text.js';

/** Longer texts are hashed, so that no text of a session is kept. */
const longestKeptText = 64;

export class UserTexts {
  private readonly table: ItemTable;
  private readonly scan: (line: number) => TapePlace | undefined;
  private readonly addedTexts = new Map<number, string>();
  private readonly keys = new Map<number, string>();

  /** @param scan gives a line's tape, which is valid until the next call; undefined when it is no JSON */
  constructor(table: ItemTable, scan: (line: number) => TapePlace | undefined) {
    this.table = table;
    this.scan = scan;
  }

  /** Adds a user message that no line holds, and returns its item. */
  addMessage(text: string, made: MadeItem, flags: number): number {
    const { table } = this;
    const content = `[{"type":"input_text","text":${JSON.stringify(text)}}]`;
    table.pieces.addLiteral(Buffer.from(`{"type":"message","role":"user","content":${content}}`));
    const all = flags | ItemFlag.user | ItemFlag.boundary;
    const item = table.addMade(atom('message'), all, made);
    this.addedTexts.set(item, text);
    return item;
  }

  /** The text of a message made by \`addMessage\`. */
  added(item: number): string | undefined {
    return this.addedTexts.get(item);
  }

  text(item: number): string {
    const added = this.addedTexts.get(item);
    if (added !== undefined) return added;
    const line = this.table.lines[item] as number;
    const place = line < 0 ? undefined : this.scan(line);
    return place === undefined ? '' : userTextOf(place, this.table.tokens[item] as number);
  }

  /** The same for the same texts. */
  key(item: number): string {
    if (!this.keys.has(item)) this.readKeys(item);
    return this.keys.get(item) ?? '';
  }

  /** Reads the keys of all user messages of a line at once: a replacement history has many of them. */
  private readKeys(item: number): void {
    const { table, keys } = this;
    const line = table.lines[item] as number;
    if (line < 0) {
      keys.set(item, keyOf(this.text(item)));
      return;
    }
    const place = this.scan(line);
    if (place === undefined) return;
    for (const other of itemsOfLine(table, item)) {
      if (((table.flags[other] as number) & ItemFlag.user) === 0) continue;
      keys.set(other, keyOf(userTextOf(place, table.tokens[other] as number)));
    }
  }
}

function keyOf(text: string): string {
  if (text.length <= longestKeptText) return text;
  return createHash('sha256').update(text).digest('base64');
}

/** The items decoded from the same line as \`item\`, which stand side by side. */
function* itemsOfLine(table: ItemTable, item: number): Generator<number> {
  const line = table.lines[item] as number;
  let first = item;
  while (first > 0 && table.lines[first - 1] === line) first -= 1;
  for (let other = first; other < table.count && table.lines[other] === line; other += 1) {
    yield other;
  }
}
