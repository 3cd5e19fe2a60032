/** The panel that tells where a part comes from. */

import { element, frame } from './element.js';
import type { Model, PlacedPart } from './model.js';
import { count, counted } from './numbers.js';
import { sourceWords } from './source-words.js';
import type { Store } from './store.js';

/** Rows whose values are taken over into other programs. */
const isCode: ReadonlySet<string> = new Set([
  'Place',
  'Rule',
  'In the body',
  'Type',
  'Recorded as',
]);

type Row = readonly [name: string, value: string, hint?: string];

export class DetailsView {
  readonly #root = frame('details');
  readonly #model: Model;
  readonly #store: Store;

  constructor(model: Model, store: Store) {
    this.#model = model;
    this.#store = store;
    this.#root.addEventListener('click', (event) => this.#follow(event));
  }

  hide(): void {
    this.#root.hidden = true;
    this.#root.replaceChildren();
    document.body.classList.remove('with-details');
  }

  /** @param all the parts of the request it is one of */
  show(placed: PlacedPart, all: readonly PlacedPart[]): void {
    const { part } = placed;
    const name = part.kind === 'field' || part.title !== '' ? part.title : part.section.label;
    this.#root.replaceChildren(
      element('div', { class: 'row' }, [
        element('h2', {}, [name]),
        element('button', { type: 'button', class: 'icon close', 'aria-label': 'Close' }, ['✕']),
      ]),
      element('p', { class: 'rule' }, [part.rule.words]),
      element('dl', {}, this.#rows(placed, all).flatMap(rowElements)),
      ...this.#links(placed),
    );
    this.#root.dataset['source'] = part.source.kind;
    this.#root.dataset['family'] = part.section.family;
    this.#root.hidden = false;
    document.body.classList.add('with-details');
  }

  focus(): void {
    this.#root.focus({ preventScroll: true });
  }

  #rows({ part, path }: PlacedPart, all: readonly PlacedPart[]): readonly Row[] {
    const copies = all.filter((other) => other.part.textId === part.textId).length;
    const source = sourceWords(part.source.kind);
    const rows: Row[] = [['Source', `${source.sign} ${source.name}`, source.meaning]];
    if (part.line > 0) {
      rows.push(['Place', `${part.source.detail}:${part.line}`]);
    } else if (part.source.detail !== '') {
      rows.push(['Named', part.source.detail]);
    }
    if (part.offsetBytes >= 0) rows.push(['Byte', count(part.offsetBytes), 'in the unpacked file']);
    rows.push(['Rule', part.rule.id], ['In the body', path]);
    rows.push(['Type', part.type], ['Section', part.section.label]);
    if (part.role !== '') rows.push(['Role', part.role]);
    if (part.label !== '') rows.push(['Recorded as', part.label]);
    rows.push(['Size', counted(part.bytes, 'byte'), 'of the body']);
    rows.push(['Tokens', count(part.tokens), this.#model.data.counter]);
    rows.push(['Copies', copies === 1 ? 'none other' : `${count(copies)} with the same text`]);
    if (part.cutBytes > 0) rows.push(['Cut', `${count(part.cutBytes)} recorded bytes not sent`]);
    if (part.enteredAt >= 0) rows.push(['Entered at', `request #${part.enteredAt}`]);
    rows.push(['Fidelity', this.#fidelityOf(path)]);
    return rows;
  }

  #fidelityOf(path: string): string {
    const { fidelities } = this.#model.data;
    const fidelity = fidelities[this.#model.request(this.#store.now.request).fidelity] ?? {};
    const [, field = ''] = path.split('/');
    return fidelity[field] ?? 'not told';
  }

  #links({ part }: PlacedPart): readonly HTMLElement[] {
    const index = this.#model.data.requests.findIndex(({ at }) => at === part.enteredAt);
    if (index === -1 || index === this.#store.now.request) return [];
    const words = `Show request #${part.enteredAt}, where it entered`;
    return [element('button', { type: 'button', class: 'link', 'data-request': index }, [words])];
  }

  #follow({ target }: Event): void {
    if (!(target instanceof Element)) return;
    if (target.closest('.close') !== null) this.#store.set({ selected: -1 });
    const request = target.closest<HTMLElement>('[data-request]')?.dataset['request'];
    if (request !== undefined) this.#store.chooseRequest(Number(request));
  }
}

function rowElements([name, value, hint]: Row): HTMLElement[] {
  const note = hint === undefined ? [] : [element('span', { class: 'hint' }, [` ${hint}`])];
  return [
    element('dt', {}, [name]),
    element('dd', {}, [
      element('span', { class: `value ${isCode.has(name) ? 'code' : ''}` }, [value]),
      ...note,
    ]),
  ];
}
