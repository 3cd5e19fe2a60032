/** The data of the page, read as it is asked for: parts by id, and the list of a request. */

import type {
  ListChange,
  PageData,
  PageRequest,
  PageRule,
  PageSection,
  PageSource,
  PageText,
} from '../page-data.js';

export interface Part {
  readonly id: number;
  /** `field`, `item`, or the member of an item that it stands in. */
  readonly kind: string;
  readonly type: string;
  /** Empty where there is none, as are title and label. */
  readonly role: string;
  readonly title: string;
  readonly label: string;
  readonly section: PageSection;
  readonly source: PageSource;
  readonly rule: PageRule;
  readonly textId: number;
  readonly text: PageText;
  readonly nth: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly line: number;
  readonly offsetBytes: number;
  readonly enteredAt: number;
  readonly cutBytes: number;
}

/** A part in a request. */
export interface PlacedPart {
  readonly part: Part;
  /** Among the parts of the request, from 0. */
  readonly position: number;
  /** JSON pointer into the body. */
  readonly path: string;
}

export class Model {
  readonly data: PageData;
  readonly #parts = new Map<number, Part>();
  #decoded: { readonly index: number; readonly ids: readonly number[] } = { index: -1, ids: [] };

  constructor(data: PageData) {
    this.data = data;
  }

  request(index: number): PageRequest {
    const request = this.data.requests[index];
    if (request === undefined) throw new RangeError(`no request ${index}`);
    return request;
  }

  part(id: number): Part {
    const known = this.#parts.get(id);
    if (known !== undefined) return known;
    const part = readPart(this.data, id);
    this.#parts.set(id, part);
    return part;
  }

  /** Ids of the request's parts, in order. Going forward costs what changed. */
  ids(index: number): readonly number[] {
    let { index: at, ids } = this.#decoded;
    if (at > index) [at, ids] = [-1, []];
    for (; at < index; at += 1) ids = applyChange(ids, this.request(at + 1).list);
    this.#decoded = { index, ids };
    return ids;
  }

  placed(index: number): readonly PlacedPart[] {
    let item = -1;
    return this.ids(index).map((id, position) => {
      const part = this.part(id);
      if (part.kind !== 'field' && part.nth === 0) item += 1;
      return { part, position, path: pathOf(part, item) };
    });
  }
}

export function applyChange(before: readonly number[], change: ListChange): readonly number[] {
  const ids: number[] = [];
  for (let index = 0; index < change.length; index += 2) {
    const first = change[index] ?? 0;
    const count = change[index + 1] ?? 0;
    for (let step = 0; step < count; step += 1) {
      ids.push(first < 0 ? -1 - first + step : (before[first + step] ?? 0));
    }
  }
  return ids;
}

/** The stretches of a text that are in the page. */
export function shownTexts(text: PageText): readonly string[] {
  return typeof text === 'string' ? [text] : [text.head, text.tail];
}

function pathOf({ kind, title, nth }: Part, item: number): string {
  if (kind === 'field') return `/${title}`;
  return kind === 'item' ? `/input/${item}` : `/input/${item}/${kind}/${nth}`;
}

function readPart({ parts, names, sections, sources, rules, texts }: PageData, id: number): Part {
  const number = (column: readonly number[]) => column[id] ?? -1;
  const name = (column: readonly number[]) => names[number(column)] ?? '';
  return {
    id,
    kind: name(parts.kind),
    type: name(parts.type),
    role: name(parts.role),
    title: name(parts.title),
    label: name(parts.label),
    section: sections[number(parts.section)] ?? { id: '', label: '', family: 'structure' },
    source: sources[number(parts.source)] ?? { kind: '', detail: '' },
    rule: rules[number(parts.rule)] ?? { id: '', words: '' },
    textId: number(parts.text),
    text: texts[number(parts.text)] ?? '',
    nth: number(parts.nth),
    bytes: number(parts.bytes),
    tokens: number(parts.tokens),
    line: number(parts.line),
    offsetBytes: number(parts.offsetBytes),
    enteredAt: number(parts.enteredAt),
    cutBytes: number(parts.cutBytes),
  };
}
