/** Answers what the history stage asks of a rollout: decodes a line when it is first needed and remembers it. */

import { atom, atomName } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import type { HistorySource, TurnEvent } from '../contract/history-source.js';
import { ItemFlag, ItemTable, type MadeItem } from '../contract/item-table.js';
import type { JsonScanner, LineScanner } from '../contract/kernels.js';
import { LineFlag, type LineIndex, LineKind } from '../contract/line-index.js';
import type { RulesProfile } from '../contract/rules.js';
import { Flag, Kind } from '../contract/tape.js';
import {
  atomAt,
  endAt,
  findKey,
  hasFlag,
  isObjectOrNull,
  kindAt,
  nextAfter,
  startAt,
} from '../contract/tape-reader.js';
import { ItemDecoder } from '../rollout/decode-item.js';
import { DecodeMode } from '../rollout/decode-mode.js';
import type { DecodeSettings } from '../rollout/item-builder.js';
import { isOrdinal } from '../rollout/index-rollout.js';
import { decodeString, isHugeInteger } from '../rollout/print-json.js';
import {
  isStrictTurnContext,
  readPayload,
  toTurnContext,
  toTurnEvent,
} from '../rollout/read-control.js';
import { interAgentItem } from '../rollout/inter-agent.js';
import { failureOf, isAbortMarker, showsRemoteHistory } from '../rollout/peek-line.js';
import { ScanAhead } from '../rollout/scan-ahead.js';
import { scanLine, viewWhole } from '../rollout/scan-line.js';
import type { TruncationPolicy } from '../rollout/truncate-text.js';
import type { TapePlace } from '../rollout/user-text.js';
import { relevantModes } from './decode-mode.js';
import { isHarnessAuthored } from './envelope-metadata.js';
import { UserTexts } from './user-texts.js';

export interface SourceParts {
  readonly bytes: RolloutBytes;
  readonly index: LineIndex;
  readonly scanner: JsonScanner;
  /** For the walk over items, whose next lines are known before they are asked for. */
  readonly lineScanner: LineScanner;
  readonly settings: DecodeSettings;
  /** The policy that cut the outputs of a line when they were recorded. */
  readonly policyAt: (line: number) => TruncationPolicy;
  /** How most requests want their items (`DecodeMode`), so that few are decoded twice. */
  readonly preferredMode: number;
}

/** Who made a compaction: a prompt to the model, the server, or nobody (a new window). */
export type CompactionForm = 'local' | 'remote' | 'window';

const unknown = -2;
const payloadAtom = atom('payload');
const metadataAtom = atom('metadata');
const typeAtom = atom('type');
const ordinalAtom = atom('ordinal');
const responseItemAtom = atom('response_item');
const ghostSnapshotAtom = atom('ghost_snapshot');
const configurationUpdateAtom = atom('configuration_update');

export class SessionSource implements HistorySource {
  readonly index: LineIndex;
  readonly table = new ItemTable();
  readonly rules: RulesProfile;
  private readonly parts: SourceParts;
  private readonly decoder: ItemDecoder;
  private readonly ahead: ScanAhead;
  /** The scanner that has the line at hand. */
  private current: Pick<JsonScanner, 'tape' | 'tokenCount'>;
  private readonly itemOfLine: Int32Array;
  private readonly bases = new Map<number, Int32Array | undefined>();
  private readonly summaries = new Map<number, string>();
  private readonly events = new Map<number, TurnEvent | undefined>();
  private readonly variants = new Map<number, number>();
  private readonly userTexts: UserTexts;

  constructor(parts: SourceParts) {
    this.parts = parts;
    this.index = parts.index;
    this.rules = parts.settings.rules;
    this.decoder = new ItemDecoder(this.table, parts.settings, parts.bytes);
    this.ahead = new ScanAhead(parts.lineScanner, parts.bytes, parts.index);
    this.current = parts.scanner;
    this.userTexts = new UserTexts(this.table, (line) => this.scannedLine(line));
    this.itemOfLine = new Int32Array(parts.index.count).fill(unknown);
  }

  item(line: number): number {
    const known = this.itemOfLine[line] as number;
    if (known !== unknown) return known;
    const item = this.decodeLine(line, this.parts.preferredMode);
    this.itemOfLine[line] = item;
    return item;
  }

  /** Forgets tool outputs, so that they are cut anew by the policy of now. */
  forgetOutputs(before: number): void {
    for (let line = 0; line < before; line += 1) {
      const item = this.itemOfLine[line] as number;
      if (item >= 0 && ((this.table.flags[item] as number) & ItemFlag.truncatable) !== 0) {
        this.itemOfLine[line] = unknown;
      }
    }
  }

  /** The item as a model with other abilities gets it (spec 3 §3.4). */
  variant(item: number, mode: number): number {
    const relevant = relevantModes(this.table.flags[item] as number);
    if ((((this.table.modes[item] as number) ^ mode) & relevant) === 0) return item;
    const known = this.variants.get(item * 32 + mode);
    if (known !== undefined) return known;
    this.decodeVariants(item, mode);
    return this.variants.get(item * 32 + mode) ?? item;
  }

  base(line: number): Int32Array | undefined {
    if (!this.bases.has(line)) this.readCompacted(line);
    return this.bases.get(line);
  }

  /**
   * How a compaction was made. A compacted line without summary that keeps nothing but context opened a new window and
   * asked no model (spec 1 §7.6).
   */
  compactionForm(line: number): CompactionForm {
    if (((this.index.flags[line] as number) & LineFlag.emptyMessage) === 0) return 'local';
    if (showsRemoteHistory(this.parts.bytes, this.index, line)) return 'remote';
    const items = this.base(line);
    if (items === undefined) return 'local';
    const context = ItemFlag.contextualUser | ItemFlag.developer;
    const isContext =
      items.length > 0 &&
      items.every((item) => ((this.table.flags[item] as number) & context) !== 0);
    return isContext ? 'window' : 'remote';
  }

  /** What a turn's end says went wrong. */
  failureOf(line: number): 'compaction' | 'other' | undefined {
    return failureOf(this.parts.bytes, this.index, line);
  }

  /** Whether a line holds the note that a turn was aborted. */
  isAbortMarker(line: number): boolean {
    return isAbortMarker(this.parts.bytes, this.index, line);
  }

  legacySummary(line: number): string | undefined {
    if (!this.bases.has(line)) this.readCompacted(line);
    return this.summaries.get(line);
  }

  event(line: number): TurnEvent | undefined {
    if (this.events.has(line)) return this.events.get(line);
    const { bytes, index } = this.parts;
    const payload = readPayload(bytes, index.starts[line] as number, index.ends[line] as number);
    const name = atomName(index.types[line] as number) ?? '';
    const event = payload === undefined ? undefined : toTurnEvent(name, payload);
    this.events.set(line, event);
    return event;
  }

  contextTurnId(line: number): string | null | undefined {
    const { bytes, index } = this.parts;
    const payload = readPayload(bytes, index.starts[line] as number, index.ends[line] as number);
    if (payload === undefined || !isStrictTurnContext(payload)) return undefined;
    return toTurnContext(line, payload)?.turnId;
  }

  userText(item: number): string {
    return this.userTexts.text(item);
  }

  /** A short stand-in for a user message's text: the same for the same texts. */
  userTextKey(item: number): string {
    return this.userTexts.key(item);
  }

  addUserMessage(text: string, made: MadeItem, flags = 0): number {
    return this.userTexts.addMessage(text, made, flags);
  }

  /** The item as parsed JSON; those made here are parsed from what was made. */
  itemValue(item: number): unknown {
    const added = this.userTexts.added(item);
    if (added !== undefined) return { content: [{ type: 'input_text', text: added }] };
    const line = this.table.lines[item] as number;
    if (line < 0) return undefined;
    const start = this.index.starts[line] as number;
    if (!this.scan(line)) return undefined;
    const { tape } = this.current;
    const token = this.table.tokens[item] as number;
    const value = viewWhole(
      this.parts.bytes,
      start + startAt(tape, token),
      start + endAt(tape, token),
    );
    try {
      return JSON.parse(Buffer.from(value).toString('utf8')) as unknown;
    } catch {
      return undefined;
    }
  }

  /** The line's tape, until another line is scanned. */
  private scannedLine(line: number): TapePlace | undefined {
    if (!this.scan(line)) return undefined;
    const { bytes, index } = this.parts;
    return { bytes, tape: this.current.tape, lineStart: index.starts[line] as number };
  }

  private scan(line: number): boolean {
    const { bytes, scanner, index } = this.parts;
    this.current = scanner;
    return scanLine(scanner, bytes, index.starts[line] as number, index.ends[line] as number);
  }

  /** Scans a line as one step of a walk: the lines behind it may be scanned with it. */
  private scanOnWalk(line: number): boolean {
    if (!this.ahead.takes(line)) return this.scan(line);
    this.current = this.parts.lineScanner;
    return this.ahead.scan(line);
  }

  private decodeLine(line: number, mode: number): number {
    if (!this.scanOnWalk(line)) return -1;
    const kind = this.index.kinds[line];
    if (kind === LineKind.interAgent) return this.decodeInterAgent(line);
    const { tape } = this.current;
    if (kind !== LineKind.bareItem && !this.isEnvelope(line, tape)) return -1;
    const token = kind === LineKind.bareItem ? 0 : findKey(tape, 0, payloadAtom);
    if (token < 0) return -1;
    const type = atomAt(tape, Math.max(0, findKey(tape, token, typeAtom)));
    if (type === ghostSnapshotAtom) return -1;
    if (type === configurationUpdateAtom && !isHarnessAuthored(tape)) return -1;
    return this.decodeAt(line, token, mode);
  }

  /** A head in written form may still be followed by keys that spoil the line. */
  private isEnvelope(line: number, tape: Uint32Array): boolean {
    if (kindAt(tape, 0) !== Kind.object) return false;
    const type = findKey(tape, 0, typeAtom);
    if (type < 0 || atomAt(tape, type) !== responseItemAtom) return false;
    if (hasFlag(tape, 0, Flag.inexactNumber) && this.hasHugeInteger(line)) return false;
    if (this.rules.readsEnvelopeMetadata && !isObjectOrNull(tape, findKey(tape, 0, metadataAtom))) {
      return false;
    }
    const ordinal = findKey(tape, 0, ordinalAtom);
    if (ordinal < 0 || kindAt(tape, ordinal) === Kind.null) return true;
    return isOrdinal(this.parts.bytes, this.index.starts[line] as number, tape, ordinal);
  }

  private hasHugeInteger(line: number): boolean {
    const { bytes, index } = this.parts;
    const { tape, tokenCount } = this.current;
    const start = index.starts[line] as number;
    for (let token = 0; token < tokenCount; token += 1) {
      if (kindAt(tape, token) !== Kind.number || !hasFlag(tape, token, Flag.inexactNumber)) {
        continue;
      }
      const text = viewWhole(bytes, start + startAt(tape, token), start + endAt(tape, token));
      if (isHugeInteger(decodeString(text))) return true;
    }
    return false;
  }

  private decodeAt(line: number, token: number, mode: number): number {
    const { bytes, index } = this.parts;
    const place = { bytes, tape: this.current.tape, line, lineStart: index.starts[line] as number };
    return this.decoder.decode(place, token, mode, this.parts.policyAt(line));
  }

  /** Decodes the item anew, and with it its neighbours of the same line, which a replacement history has many of. */
  private decodeVariants(item: number, mode: number): void {
    const { table } = this;
    const line = table.lines[item] as number;
    const wanted = table.modes[item];
    if (line < 0 || !this.scan(line)) return;
    const isNeighbour = (other: number): boolean =>
      other >= 0 &&
      other < table.count &&
      table.lines[other] === line &&
      table.modes[other] === wanted;
    let first = item;
    while (isNeighbour(first - 1)) first -= 1;
    let last = item;
    while (isNeighbour(last + 1)) last += 1;
    for (let neighbour = first; neighbour <= last; neighbour += 1) {
      if (relevantModes(table.flags[neighbour] as number) === 0) continue;
      const base = (table.modes[neighbour] as number) & DecodeMode.base;
      const made = this.decodeAt(line, table.tokens[neighbour] as number, mode | base);
      this.variants.set(neighbour * 32 + mode, made < 0 ? neighbour : made);
    }
  }

  private readCompacted(line: number): void {
    this.bases.set(line, undefined);
    if (!this.scan(line)) return;
    const { tape } = this.current;
    const payload = findKey(tape, 0, payloadAtom);
    if (payload < 0 || kindAt(tape, payload) !== Kind.object) return;
    if (hasFlag(tape, 0, Flag.loneSurrogate) && !this.parts.settings.acceptsLoneSurrogates) return;
    if (hasFlag(tape, 0, Flag.inexactNumber) && this.hasHugeInteger(line)) return;
    const message = findKey(tape, payload, atom('message'));
    if (message < 0 || kindAt(tape, message) !== Kind.string) return;
    const items = findKey(tape, payload, atom('replacement_history'));
    if (items < 0 || kindAt(tape, items) === Kind.null) {
      const start = this.index.starts[line] as number;
      const raw = viewWhole(
        this.parts.bytes,
        start + startAt(tape, message),
        start + endAt(tape, message),
      );
      this.summaries.set(line, decodeString(raw));
      return;
    }
    if (kindAt(tape, items) !== Kind.array) return;
    const decoded = this.decodeBase(line, items);
    if (decoded !== undefined) this.bases.set(line, Int32Array.from(decoded));
  }

  /** One element the reference reader would not take loses the whole record (spec 3 §1.3). */
  private decodeBase(line: number, array: number): number[] | undefined {
    const { tape } = this.current;
    const decoded: number[] = [];
    const end = nextAfter(tape, array);
    for (let element = array + 1; element < end; element = nextAfter(tape, element)) {
      if (kindAt(tape, element) !== Kind.object) return undefined;
      const type = findKey(tape, element, typeAtom);
      if (type >= 0 && atomAt(tape, type) === ghostSnapshotAtom) continue;
      const item = this.decodeAt(line, element, DecodeMode.base | this.parts.preferredMode);
      if (item < 0) return undefined;
      decoded.push(item);
    }
    return decoded;
  }

  /** A legacy inter-agent line becomes an agent message (spec 3 §2.3). */
  private decodeInterAgent(line: number): number {
    const { bytes, index } = this.parts;
    const payload = readPayload(bytes, index.starts[line] as number, index.ends[line] as number);
    if (payload === undefined) return -1;
    const item = interAgentItem(payload, this.parts.settings.sendsIds);
    if (item === undefined) return -1;
    this.table.pieces.addLiteral(Buffer.from(JSON.stringify(item)));
    return this.table.add(line, 0, atom('agent_message'), ItemFlag.boundary, undefined, 0);
  }
}
