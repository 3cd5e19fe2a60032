/** The distinct parts of a session: each is described once, however many requests hold it. */

import { createHash } from 'node:crypto';
import type { TracePart } from '../../contract/trace.js';
import { NameTable } from './name-table.js';
import type { PageRule, PageSection, PageSource, PartColumns } from './page-data.js';

/** A part as a person reads it. */
export interface DescribedPart {
  readonly section: PageSection;
  readonly rule: PageRule;
  /** A field's key, a tool's name; empty when there is none. */
  readonly title: string;
  readonly text: string;
  readonly tokens: number;
}

/** Says of a part what only its value tells. */
export type DescribePart = (leaf: Leaf, value: unknown) => DescribedPart;

/** A part of a body that the page shows. */
export interface Leaf {
  readonly part: TracePart;
  /** The item it belongs to; itself when it is a whole one, or a field. */
  readonly item: TracePart;
  /** Place in its message, from 0. */
  readonly nth: number;
}

type Columns = { readonly [Name in keyof PartColumns]: number[] };

export class PartCollector {
  readonly sections = new NameTable<PageSection>();
  readonly sources = new NameTable<PageSource>();
  readonly rules = new NameTable<PageRule>();
  readonly names = new NameTable<string>();
  readonly texts = new NameTable<string>();
  readonly columns: Columns = emptyColumns();
  readonly #ids = new Map<string, number>();
  readonly #describe: DescribePart;

  constructor(describe: DescribePart) {
    this.#describe = describe;
  }

  /** @returns the id of the part, the same for parts that have the same bytes and the same provenance */
  idOf(leaf: Leaf, body: Uint8Array): number {
    const bytes = body.subarray(leaf.part.startBytes, leaf.part.endBytes);
    const key = keyOf(leaf, bytes);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(key, id);
    this.#add(leaf, bytes);
    return id;
  }

  #add(leaf: Leaf, bytes: Uint8Array): void {
    const { columns } = this;
    const { part, item, nth } = leaf;
    const { section, rule, title, text, tokens } = this.#describe(leaf, parse(bytes));
    const { origin } = part;
    columns.section.push(this.sections.numberOf(section.id, () => section));
    columns.source.push(this.#sourceOf(part));
    columns.rule.push(this.rules.numberOf(rule.id, () => rule));
    columns.text.push(this.texts.numberOf(text, () => text));
    columns.kind.push(this.#name(part.kind));
    columns.type.push(this.#name(part.type));
    columns.role.push(this.#name(part.role));
    columns.title.push(this.#name(title));
    columns.label.push(this.#name(part.label));
    columns.nth.push(nth);
    columns.bytes.push(bytes.length);
    columns.tokens.push(tokens);
    columns.line.push('line' in origin ? origin.line : -1);
    columns.offsetBytes.push('offsetBytes' in origin ? origin.offsetBytes : -1);
    columns.enteredAt.push(part.enteredAt ?? -1);
    columns.cutBytes.push(nth === 0 ? (item.cutBytes ?? 0) : 0);
  }

  #sourceOf({ origin }: TracePart): number {
    const source = { kind: origin.kind, detail: detailOf(origin) };
    return this.sources.numberOf(`${source.kind} ${source.detail}`, () => source);
  }

  #name(name: string | undefined): number {
    return name === undefined || name === '' ? -1 : this.names.numberOf(name, () => name);
  }
}

/** What a request shows: fields, contents of messages and of outputs that are lists, and every other item as a whole. */
export function leavesOf(parts: readonly TracePart[]): Leaf[] {
  const split = new Set(parts.map(({ parent }) => parent).filter((item) => isSplit(parts[item])));
  const leaves: Leaf[] = [];
  let before = -1;
  let nth = 0;
  for (const [index, part] of parts.entries()) {
    const item = parts[part.parent] ?? part;
    if (split.has(index) || (item !== part && !split.has(part.parent))) continue;
    nth = item !== part && part.parent === before ? nth + 1 : 0;
    before = part.parent;
    leaves.push({ part, item, nth });
  }
  return leaves;
}

/** Much of a reasoning item stands beside its content. */
function isSplit(item: TracePart | undefined): boolean {
  return item !== undefined && item.type !== 'reasoning';
}

/** Whether two parts with the same bytes are told of in the same way. */
export function sameProvenance(a: TracePart, b: TracePart): boolean {
  return a === b || provenanceOf(a) === provenanceOf(b);
}

function keyOf({ part, item, nth }: Leaf, bytes: Uint8Array): string {
  const hash = createHash('sha1').update(bytes).digest('base64');
  return `${hash} ${nth} ${item.type} ${item.cutBytes ?? 0} ${provenanceOf(part)}`;
}

function provenanceOf(part: TracePart): string {
  const { kind, type, role, section, fragment, label, origin, rule, enteredAt, cutBytes } = part;
  const key = kind === 'field' ? part.path : '';
  const line = 'line' in origin ? origin.line : '';
  const facts = [kind, key, type, role, section, fragment, label, rule, enteredAt, cutBytes, line];
  return `${facts.join(' ')} ${origin.kind} ${detailOf(origin)}`;
}

function detailOf(origin: TracePart['origin']): string {
  switch (origin.kind) {
    case 'recorded':
    case 'derived':
      return origin.file;
    case 'pack':
      return origin.pack;
    case 'catalog':
      return origin.model;
    case 'given':
      return origin.name;
    case 'protocol':
      return '';
    case 'assumed':
      return origin.note;
  }
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
}

function emptyColumns(): Columns {
  return {
    section: [],
    source: [],
    rule: [],
    text: [],
    kind: [],
    type: [],
    role: [],
    title: [],
    label: [],
    nth: [],
    bytes: [],
    tokens: [],
    line: [],
    offsetBytes: [],
    enteredAt: [],
    cutBytes: [],
  };
}
