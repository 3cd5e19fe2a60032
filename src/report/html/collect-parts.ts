/** The distinct parts of a session: each is read once, however many requests hold it. */

import { createHash } from 'node:crypto';
import { isRecord } from '../../contract/json-record.js';
import type { Origin, TracePart } from '../../contract/trace.js';
import type { PartReader } from '../explain/read-part.js';
import type { Leaf } from './leaves.js';
import { NameTable } from './name-table.js';
import type { PageRule, PageSection, PageSource, PartColumns } from './page-data.js';
import { sectionOfGroup } from './section-of-group.js';
import { shownText } from './shown-text.js';

type Columns = { readonly [Name in keyof PartColumns]: number[] };

/** What a leaf is part of. */
export interface SentRequest {
  readonly body: Uint8Array;
  readonly parts: readonly TracePart[];
}

export class PartCollector {
  readonly sections = new NameTable<PageSection>();
  readonly sources = new NameTable<PageSource>();
  readonly rules = new NameTable<PageRule>();
  readonly names = new NameTable<string>();
  readonly texts = new NameTable<string>();
  readonly columns: Columns = emptyColumns();
  /** Of each part, the number of its bytes: the same for parts that differ in their provenance alone. */
  readonly contents: number[] = [];
  readonly #hashes = new NameTable<string>();
  readonly #ids = new Map<string, number>();
  readonly #reader: PartReader;

  constructor(reader: PartReader) {
    this.#reader = reader;
  }

  /** @returns the id of the part, the same for parts that have the same bytes and the same provenance */
  idOf(leaf: Leaf, request: SentRequest): number {
    const { startBytes, endBytes } = leaf.part;
    const hash = createHash('sha1')
      .update(request.body.subarray(startBytes, endBytes))
      .digest('base64');
    const key = keyOf(leaf, hash);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(key, id);
    this.contents.push(this.#hashes.numberOf(hash, () => hash));
    this.#add(leaf, request);
    return id;
  }

  #add(leaf: Leaf, { body, parts }: SentRequest): void {
    const { columns } = this;
    const { part, position, item, nth, bytes } = leaf;
    const { text: readText, told } = this.#reader.read(part, { body, parts, position });
    const value = valueOf(leaf, body);
    const text = shownText(readText, value);
    const { group, rule, source, tokens = 0, enteredAt = -1 } = told;
    const { origin } = source;
    columns.section.push(this.sections.numberOf(group, () => sectionOfGroup(group)));
    columns.source.push(this.#sourceOf(origin));
    columns.rule.push(this.rules.numberOf(rule.id, () => rule));
    columns.text.push(this.texts.numberOf(text, () => text));
    columns.kind.push(this.#name(item === undefined ? part.kind : part.path.split('/').at(-2)));
    columns.type.push(this.#name(part.type));
    columns.role.push(this.#name(part.role));
    columns.title.push(this.#name(part.kind === 'field' ? part.path.slice(1) : titleOf(value)));
    columns.label.push(this.#name(part.label));
    columns.nth.push(nth);
    columns.bytes.push(bytes);
    columns.tokens.push(tokens);
    columns.line.push('line' in origin ? origin.line : -1);
    columns.offsetBytes.push('offsetBytes' in origin ? origin.offsetBytes : -1);
    columns.enteredAt.push(enteredAt);
    columns.cutBytes.push(nth === 0 ? ((item ?? part).cutBytes ?? 0) : 0);
  }

  #sourceOf(origin: Origin): number {
    const source = { kind: origin.kind, detail: detailOf(origin) };
    return this.sources.numberOf(`${source.kind} ${source.detail}`, () => source);
  }

  #name(name = ''): number {
    return name === '' ? -1 : this.names.numberOf(name, () => name);
  }
}

/** Everything that the page tells of a part but its place in the request. */
function keyOf({ part, item, nth, bytes }: Leaf, hash: string): string {
  const { kind, path, type, role, section, fragment, label, origin, rule, enteredAt } = part;
  return JSON.stringify([
    hash,
    kind === 'field' ? path : kind,
    [type, role, section, fragment, label, origin, rule, enteredAt],
    [item?.type, (item ?? part).cutBytes, nth, bytes],
  ]);
}

function valueOf({ part }: Leaf, body: Uint8Array): unknown {
  return JSON.parse(Buffer.from(body.subarray(part.startBytes, part.endBytes)).toString());
}

function titleOf(value: unknown): string {
  return isRecord(value) && typeof value['name'] === 'string' ? value['name'] : '';
}

function detailOf(origin: Origin): string {
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
    default:
      return origin satisfies never;
  }
}

/** No part yet. */
export function emptyColumns(): Columns {
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
