// Decodes one item as the pipeline does, and gives the bytes it is sent as.

import { Buffer } from 'node:buffer';
import type { RolloutBytes } from '../../src/contract/bytes.js';
import { ItemFlag, ItemTable } from '../../src/contract/item-table.js';
import { rulesById, type RulesId, type RulesProfile } from '../../src/contract/rules.js';
import { jsKernel } from '../../src/kernels/js/kernel.js';
import { ItemDecoder } from '../../src/rollout/decode-item.js';
import type { DecodeSettings } from '../../src/rollout/item-builder.js';
import { scanLine, viewWhole } from '../../src/rollout/scan-line.js';
import type { TruncationPolicy } from '../../src/rollout/truncate-text.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { ownTexts } from './own-texts.js';
import type { Json } from './rollout-lines.js';

export interface DecodeSetUp extends Partial<Omit<DecodeSettings, 'rules'>> {
  readonly rules?: RulesId;
  readonly mode?: number;
  readonly policy?: TruncationPolicy;
  readonly source?: (bytes: Uint8Array) => RolloutBytes;
}

export interface DecodedItem {
  /** As it is sent. */
  readonly json: string;
  /** Names of the flags that are set. */
  readonly flags: readonly string[];
  /** How many ranges and literals it is put together from. */
  readonly pieces: number;
  readonly callId: string | undefined;
  readonly itemId: string | undefined;
}

export function profile(id: RulesId): RulesProfile {
  const found = rulesById(id);
  if (found === undefined) throw new Error(`no profile ${id}`);
  return found;
}

/** The decoded item, or undefined when it is refused. */
export function decodeOne(item: Json | string, setUp: DecodeSetUp = {}): DecodedItem | undefined {
  const { rules = '0.145', mode = 0, policy, source = inMemory, ...settings } = setUp;
  const before = '{"before":';
  const text = typeof item === 'string' ? item : JSON.stringify(item);
  const bytes = source(Buffer.from(`a line before\n${before}${text}}`));
  const lineStart = 'a line before\n'.length;
  const scanner = jsKernel.createScanner();
  if (!scanLine(scanner, bytes, lineStart, bytes.size)) throw new Error(`no JSON: ${text}`);
  const table = new ItemTable();
  const decoder = new ItemDecoder(
    table,
    {
      texts: ownTexts,
      sendsIds: false,
      sendsMetadata: false,
      acceptsLoneSurrogates: false,
      acceptsOldForms: false,
      ...settings,
      rules: profile(rules),
    },
    bytes,
  );
  const place = { bytes, tape: scanner.tape, line: 1, lineStart };
  const number = decoder.decode(place, 2, mode, policy);
  if (number < 0) {
    if (table.count !== 0 || table.pieces.count !== 0) {
      throw new Error('a refused item left pieces behind');
    }
    return undefined;
  }
  return readItem(table, number, bytes);
}

function readItem(table: ItemTable, number: number, bytes: RolloutBytes): DecodedItem {
  const { pieces } = table;
  const first = table.firstPiece[number] ?? 0;
  const last = table.firstPiece[number + 1] ?? 0;
  const chunks: Buffer[] = [];
  for (let piece = first; piece < last; piece += 1) {
    const start = pieces.pairs[piece * 2] ?? 0;
    const end = pieces.pairs[piece * 2 + 1] ?? 0;
    const chunk =
      start < 0 ? (pieces.literals[-1 - start] ?? Buffer.alloc(0)) : viewWhole(bytes, start, end);
    chunks.push(Buffer.from(chunk));
  }
  const whole = Buffer.concat(chunks);
  if (whole.length !== table.byteLengths[number]) {
    throw new Error('the length told is not the length of the pieces');
  }
  const flags = table.flags[number] ?? 0;
  return {
    json: whole.toString('utf8'),
    flags: Object.entries(ItemFlag).flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name])),
    pieces: last - first,
    callId: table.callIds[table.callNumbers[number] ?? -1],
    itemId: table.itemIds.get(number),
  };
}

/** The JSON an item is sent as; undefined when it is refused. */
export function sentAs(item: Json | string, setUp: DecodeSetUp = {}): string | undefined {
  return decodeOne(item, setUp)?.json;
}
