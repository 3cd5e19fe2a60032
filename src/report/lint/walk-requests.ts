/** Turns inferences into requests for lint rules; an item that several requests hold is parsed once. */

import type { Inference } from '../../contract/inference.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import type { TracePart } from '../../contract/trace.js';
import type {
  LintItem,
  LintPart,
  LintRequest,
  PlacedItem,
  PlacedPart,
  PlacedText,
} from './lint-request.js';
import { type RecordedSession, turnAt } from './recorded-session.js';

/** A request, and the items that no request before it held, parsed. */
export interface WalkedRequest {
  readonly request: LintRequest;
  readonly fresh: readonly FreshItem[];
}

export interface FreshItem {
  readonly item: LintItem;
  readonly path: string;
  readonly value: JsonRecord;
}

/** Walks the requests of one session, in their order. */
export class RequestWalk {
  readonly #recorded: RecordedSession;
  readonly #items = new Map<string, LintItem>();
  /** Texts of fields, as they were printed. */
  readonly #fields = new Map<string, unknown>();

  constructor(recorded: RecordedSession) {
    this.#recorded = recorded;
  }

  take(inference: Inference): WalkedRequest {
    const { parts } = inference.trace;
    const items: PlacedItem[] = [];
    const fresh: FreshItem[] = [];
    const keys = new KeyMaker(inference);
    parts.forEach((part, position) => {
      if (part.kind !== 'item') return;
      const key = keys.next(part);
      const known = this.#items.get(key);
      if (known !== undefined) {
        items.push({ item: known, path: part.path });
        return;
      }
      const value = valueOf(inference, part);
      const item = makeItem({ key, inference, part, value, position });
      this.#items.set(key, item);
      items.push({ item, path: part.path });
      fresh.push({ item, path: part.path, value });
    });
    return { request: this.#request(inference, items), fresh };
  }

  #request(inference: Inference, items: readonly PlacedItem[]): LintRequest {
    const { at, kind, source } = inference;
    const said = items.flatMap(partsOf);
    const modelPart = fieldOf(inference, '/model');
    const model = modelPart === undefined ? undefined : this.#value(inference, modelPart);
    return {
      at,
      kind,
      file: source.file,
      line: source.line,
      model: typeof model === 'string' ? model : undefined,
      base: this.#base(inference, said),
      items,
      context: said.filter(
        ({ section }) => section !== undefined && section !== 'base_instructions',
      ),
      turn: turnAt(this.#recorded, source.line)?.context,
    };
  }

  #base(inference: Inference, said: readonly PlacedPart[]): PlacedText | undefined {
    const part = fieldOf(inference, '/instructions');
    const text = part === undefined ? undefined : this.#value(inference, part);
    if (part !== undefined && typeof text === 'string' && text !== '') {
      return { text, path: part.path, ...placeOf(inference, part) };
    }
    const inInput = said.find(({ section }) => section === 'base_instructions');
    return inInput === undefined
      ? undefined
      : {
          text: inInput.text,
          path: inInput.path,
          file: inInput.item.file,
          line: inInput.item.line,
        };
  }

  /** Fields hardly ever change: what was parsed before is taken again. */
  #value(inference: Inference, part: TracePart): unknown {
    const json = textOf(inference, part);
    if (!this.#fields.has(json)) this.#fields.set(json, JSON.parse(json));
    return this.#fields.get(json);
  }
}

function fieldOf({ trace }: Inference, path: string): TracePart | undefined {
  return trace.parts.find((part) => part.kind === 'field' && part.path === path);
}

function partsOf({ item, path }: PlacedItem): PlacedPart[] {
  return item.parts.map((part) => ({
    ...part,
    item,
    path: `${path}/content/${String(part.position)}`,
  }));
}

/** Names items so that the same item has the same name in every request of its session. */
class KeyMaker {
  readonly #inference: Inference;
  readonly #counts = new Map<string, number>();

  constructor(inference: Inference) {
    this.#inference = inference;
  }

  next(part: TracePart): string {
    const { origin, rule } = part;
    const isCopied = rule === 'item.recorded' || rule === 'item.replacement';
    // What is made for the request is told by what it says.
    if (!isCopied || (origin.kind !== 'recorded' && origin.kind !== 'derived')) {
      return `${rule} ${textOf(this.#inference, part)}`;
    }
    const place = `${origin.file}:${String(origin.line)}`;
    const count = this.#counts.get(place) ?? 0;
    this.#counts.set(place, count + 1);
    const nth = origin.kind === 'recorded' ? `@${String(origin.offsetBytes)}` : `#${String(count)}`;
    // The same item may be sent whole now and cut later.
    return `${place} ${nth} ${String(part.endBytes - part.startBytes)} ${String(part.cutBytes ?? 0)}`;
  }
}

interface ItemMaking {
  readonly key: string;
  readonly inference: Inference;
  readonly part: TracePart;
  readonly value: JsonRecord;
  /** Of the part among all parts. */
  readonly position: number;
}

function makeItem({ key, inference, part, value, position }: ItemMaking): LintItem {
  const { type, role, rule, cutBytes = 0 } = part;
  const callId = value['call_id'];
  return {
    key,
    type,
    role,
    rule,
    callId: typeof callId === 'string' ? callId : undefined,
    ...placeOf(inference, part),
    bytes: part.endBytes - part.startBytes,
    cutBytes,
    parts: role === 'user' || role === 'developer' ? textsOf(inference, value, position) : [],
    ...optional('reasoning', type === 'reasoning' ? reasoningOf(value) : undefined),
  };
}

function placeOf(
  { source }: Inference,
  { origin }: TracePart,
): { readonly file: string; readonly line: number } {
  const { file, line } = origin.kind === 'recorded' || origin.kind === 'derived' ? origin : source;
  return { file, line };
}

function textsOf({ trace }: Inference, value: JsonRecord, parent: number): LintPart[] {
  const content = Array.isArray(value['content']) ? value['content'] : [];
  const texts: LintPart[] = [];
  for (let next = parent + 1; trace.parts[next]?.parent === parent; next += 1) {
    const place = next - parent - 1;
    const part: unknown = content[place];
    const { section, fragment } = trace.parts[next] as TracePart;
    const text = isRecord(part) ? part['text'] : undefined;
    if (typeof text !== 'string') continue;
    const folded = section === undefined ? text : text.trim().replaceAll(/\s+/g, ' ');
    const bytes = Buffer.byteLength(text);
    texts.push({ position: place, section, fragment, text, folded, bytes });
  }
  return texts;
}

function reasoningOf(value: JsonRecord): LintItem['reasoning'] {
  if (typeof value['encrypted_content'] === 'string') return 'sealed';
  const { content } = value;
  return Array.isArray(content) && content.length > 0 ? 'plain' : undefined;
}

function valueOf(inference: Inference, part: TracePart): JsonRecord {
  const value: unknown = JSON.parse(textOf(inference, part));
  return isRecord(value) ? value : {};
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf({ body }: Inference, { startBytes, endBytes }: TracePart): string {
  return decoder.decode(body.subarray(startBytes, endBytes));
}
