/** Traces items: where each one's bytes come from, worked out once and shared by all requests that hold it. */

import type { RolloutBytes } from '../../contract/bytes.js';
import type { SectionId } from '../../contract/context.js';
import { ItemFlag, type ItemTable, type MadeItem } from '../../contract/item-table.js';
import type { JsonScanner } from '../../contract/kernels.js';
import { LineKind } from '../../contract/line-index.js';
import { assemblyTextIds, type PackTexts } from '../../contract/texts.js';
import type { Origin } from '../../contract/trace.js';
import { sentBytes } from '../recast/context-item.js';
import type { SessionSource } from '../session-source.js';
import { cutBytes } from './cut-bytes.js';
import type { LinePlaces } from './line-places.js';
import { type ContentPart, readParts } from './read-parts.js';

/** A content part with its origin. */
export interface TracedContent extends ContentPart {
  readonly origin: Origin;
}

/** Bytes of an item with one origin, counted from the item's start. */
export interface ItemSpan {
  readonly startBytes: number;
  readonly endBytes: number;
  readonly origin: Origin;
}

export interface ItemTrace {
  readonly type: string;
  readonly role: string | undefined;
  readonly rule: string;
  readonly origin: Origin;
  readonly bytes: number;
  readonly cutBytes: number;
  readonly member: 'content' | 'output';
  readonly parts: readonly TracedContent[];
  readonly spans: readonly ItemSpan[];
}

export interface ItemTracesParts {
  readonly source: SessionSource;
  readonly bytes: RolloutBytes;
  readonly scanner: JsonScanner;
  readonly places: LinePlaces;
  readonly texts: PackTexts;
  readonly packName: string;
}

const protocol: Origin = { kind: 'protocol' };

export class ItemTraces {
  private readonly of: ItemTracesParts;
  private readonly table: ItemTable;
  private readonly known = new Map<number, ItemTrace>();
  /** Notes for omitted media as they stand in an item, JSON without its quotes. */
  private readonly notes: readonly string[];

  constructor(parts: ItemTracesParts) {
    this.of = parts;
    this.table = parts.source.table;
    this.notes = assemblyTextIds
      .filter((id) => id.startsWith('media.'))
      .map((id) => JSON.stringify(parts.texts[id]).slice(1, -1));
  }

  /**
   * @param item number in the source's table
   * @param base where the base instructions come from that may stand in an item of their own
   */
  trace(item: number, base: Origin): ItemTrace {
    const known = this.known.get(item);
    if (known !== undefined) return known;
    const made = this.table.made.get(item);
    const trace = made === undefined ? this.recorded(item) : this.made(item, made, base);
    this.known.set(item, trace);
    return trace;
  }

  private recorded(item: number): ItemTrace {
    const { source, bytes, scanner, places } = this.of;
    const { table } = this;
    const line = table.lines[item] as number;
    const sent = sentBytes(table, bytes, item);
    const value = source.itemValue(item);
    const { type, role, parts, member } = readParts(sent, value, scanner);
    const place = places.of(line);
    const spans = this.spansOf(item, { kind: 'derived', ...place });
    const isCuttable = ((table.flags[item] as number) & ItemFlag.truncatable) !== 0;
    return {
      type,
      role,
      member,
      rule: ruleOf(source.index.kinds[line] as number),
      origin: wholeOrigin(spans, { kind: 'derived', ...place }),
      bytes: sent.length,
      cutBytes: isCuttable ? cutBytes(JSON.parse(Buffer.from(sent).toString('utf8')), value) : 0,
      parts: parts.map((part) => withOrigin(part, originWithin(spans, part))),
      spans,
    };
  }

  private made(item: number, made: MadeItem, base: Origin): ItemTrace {
    const { bytes, scanner, source } = this.of;
    const sent = sentBytes(this.table, bytes, item);
    const recorded = made.rule === 'item.retold' ? undefined : source.itemValue(item);
    const { type, role, parts, member } = readParts(sent, recorded, scanner);
    const origin = this.madeOrigin(made, base);
    const content = parts.map((part, position) => {
      const section = made.sections?.[position];
      return section === undefined
        ? withOrigin(part, origin)
        : toldPart(part, section, this.toldOrigin(section));
    });
    return {
      type,
      role,
      member,
      rule: made.rule,
      origin,
      bytes: sent.length,
      cutBytes: 0,
      parts: content,
      spans: aroundParts(content, sent.length, made.rule === 'item.retold' ? origin : protocol),
    };
  }

  private madeOrigin({ rule, line }: MadeItem, base: Origin): Origin {
    const { packName, places } = this.of;
    switch (rule) {
      case 'item.base_instructions':
        return base;
      case 'item.tools':
        return { kind: 'given', name: 'tools' };
      case 'item.prompt':
        return { kind: 'given', name: 'prompt' };
      case 'item.compaction_trigger':
        return protocol;
      case 'item.compaction_prompt':
      case 'item.no_summary':
      case 'item.output_left_out':
      case 'item.told':
      case 'item.goal':
        return { kind: 'pack', pack: packName };
      case 'item.missing_output':
      case 'item.kept_message':
      case 'item.summary':
      case 'item.retold':
        return line < 0 ? protocol : { kind: 'derived', ...places.of(line) };
      default:
        return rule satisfies never;
    }
  }

  private toldOrigin(section: string): Origin {
    return section === 'agents_md'
      ? { kind: 'given', name: 'agents-md' }
      : { kind: 'pack', pack: this.of.packName };
  }

  private spansOf(item: number, derived: Origin): readonly ItemSpan[] {
    const { table } = this;
    const { pieces } = table;
    const { places, packName } = this.of;
    const place = places.of(table.lines[item] as number);
    const hasNote = ((table.flags[item] as number) & ItemFlag.packText) !== 0;
    const spans: ItemSpan[] = [];
    let end = 0;
    const last = table.firstPiece[item + 1] as number;
    for (let piece = table.firstPiece[item] as number; piece < last; piece += 1) {
      const from = pieces.pairs[piece * 2] as number;
      const to = pieces.pairs[piece * 2 + 1] as number;
      const startBytes = end;
      if (from >= 0) {
        end += to - from;
        const offsetBytes = places.offsetBytes(from);
        spans.push({
          startBytes,
          endBytes: end,
          origin: { kind: 'recorded', ...place, offsetBytes },
        });
        continue;
      }
      end += to;
      const isNote = hasNote && this.isNote(pieces.literals[-1 - from] as Uint8Array);
      const origin: Origin = isNote ? { kind: 'pack', pack: packName } : derived;
      spans.push({ startBytes, endBytes: end, origin });
    }
    return spans;
  }

  private isNote(literal: Uint8Array): boolean {
    const text = Buffer.from(literal).toString('utf8');
    return this.notes.some((note) => text.includes(note));
  }
}

function withOrigin(part: ContentPart, origin: Origin): TracedContent {
  return { ...part, origin };
}

function toldPart(part: ContentPart, section: SectionId, origin: Origin): TracedContent {
  return { ...part, section, origin };
}

function ruleOf(kind: number): string {
  switch (kind) {
    case LineKind.compacted:
      return 'item.replacement';
    case LineKind.interAgent:
      return 'item.inter_agent';
    default:
      return 'item.recorded';
  }
}

/** Recorded when some of its bytes are copied; then it begins where the first of them stands. */
function wholeOrigin(spans: readonly ItemSpan[], derived: Origin): Origin {
  return spans.find(({ origin }) => origin.kind === 'recorded')?.origin ?? derived;
}

/** The origin of most of a part's bytes. */
function originWithin(spans: readonly ItemSpan[], part: ContentPart): Origin {
  let most = -1;
  let found: Origin = protocol;
  for (const { startBytes, endBytes, origin } of spans) {
    const from = Math.max(startBytes, part.startBytes);
    const shared = Math.min(endBytes, part.endBytes) - from;
    if (shared <= most || shared <= 0) continue;
    most = shared;
    found =
      origin.kind === 'recorded'
        ? { ...origin, offsetBytes: origin.offsetBytes + from - startBytes }
        : origin;
  }
  return found;
}

function aroundParts(
  parts: readonly TracedContent[],
  bytes: number,
  around: Origin,
): readonly ItemSpan[] {
  const spans: ItemSpan[] = [];
  let end = 0;
  for (const { startBytes, endBytes, origin } of parts) {
    if (startBytes > end) spans.push({ startBytes: end, endBytes: startBytes, origin: around });
    spans.push({ startBytes, endBytes, origin });
    end = endBytes;
  }
  if (end < bytes) spans.push({ startBytes: end, endBytes: bytes, origin: around });
  return spans;
}
