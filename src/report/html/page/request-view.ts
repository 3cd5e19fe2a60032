/** The chosen request: its parts as they read, filtered and searched, and the panel of the one that is selected. */

import { DetailsView } from './details-view.js';
import { element, frame } from './element.js';
import {
  countByText,
  hitAt,
  type Hits,
  hitsIn,
  noHits,
  patternOf,
  requestsWithHits,
} from './find-hits.js';
import type { Model, PlacedPart } from './model.js';
import { count } from './numbers.js';
import { PartList } from './part-list.js';
import { isHitHidden, type PartLook, partView } from './part-view.js';
import { SearchView } from './search-view.js';
import type { Choice, Store } from './store.js';

export interface RequestViewParts {
  readonly model: Model;
  readonly store: Store;
  /** Told of the requests that hold what is searched for. */
  readonly onFound: (requests: readonly number[]) => void;
}

export class RequestView {
  readonly search: SearchView;
  readonly #of: RequestViewParts;
  readonly #root = frame('parts');
  readonly #details: DetailsView;
  readonly #list: PartList;
  /** Ids of the parts whose texts were unfolded. */
  readonly #open = new Set<number>();
  #placed: readonly PlacedPart[] = [];
  #pattern: RegExp | undefined;
  #counts: readonly number[] = [];
  #found: readonly number[] = [];
  #hits: Hits = noHits;

  constructor(of: RequestViewParts) {
    this.#of = of;
    this.search = new SearchView(of.store);
    this.#details = new DetailsView(of.model, of.store);
    this.#list = new PartList(this.#root, (placed) => partView(placed, this.#lookOf(placed)));
    this.#root.addEventListener('click', (event) => this.#click(event));
    this.#root.addEventListener('keydown', (event) => this.#walk(event));
    of.store.onChange((now, before) => this.#follow(now, before));
  }

  /** All parts of the chosen request. */
  get placed(): readonly PlacedPart[] {
    return this.#placed;
  }

  draw(): void {
    const { request, section } = this.#of.store.now;
    this.#placed = this.#of.model.placed(request);
    const shown = this.#shown();
    this.#hits = hitsIn(shown, this.#counts);
    this.#list.show(shown);
    this.#drawFilter(section, shown.length);
    this.#showHits();
  }

  #follow(now: Choice, before: Choice): void {
    if (now.query !== before.query) this.#find(now.query);
    if (now.request !== before.request || now.section !== before.section) this.draw();
    else if (now.query !== before.query) this.#searchAgain();
    else if (now.hit !== before.hit) this.#goToHit();
    if (now.selected !== before.selected) this.#select(now.selected, before.selected);
  }

  #shown(): readonly PlacedPart[] {
    const { section } = this.#of.store.now;
    if (section === '') return this.#placed;
    return this.#placed.filter(({ part }) => part.section.id === section);
  }

  #find(query: string): void {
    const { model, onFound } = this.#of;
    this.#pattern = patternOf(query);
    this.#counts = this.#pattern === undefined ? [] : countByText(model, this.#pattern);
    this.#found = this.#pattern === undefined ? [] : requestsWithHits(model, this.#counts);
    onFound(this.#found);
  }

  #searchAgain(): void {
    this.#hits = hitsIn(this.#shown(), this.#counts);
    this.#goToHit();
  }

  #goToHit(): void {
    this.#showHits();
    const at = hitAt(this.#hits, this.#of.store.now.hit);
    const placed = at === undefined ? undefined : this.#placed[at.position];
    if (at !== undefined && placed !== undefined && this.#pattern !== undefined) {
      if (isHitHidden(placed, this.#pattern, at.nth)) this.#open.add(placed.part.id);
    }
    this.#list.refresh();
    if (at === undefined) return;
    const shown = this.#list.bring(at.position);
    (shown?.querySelector('mark.current') ?? shown)?.scrollIntoView({ block: 'center' });
  }

  #showHits(): void {
    const { request } = this.#of.store.now;
    this.search.show(this.#hits, this.#found.filter((index) => index !== request).length);
  }

  #select(position: number, before: number): void {
    if (before !== -1) this.#list.refreshPart(before);
    const placed = this.#placed[position];
    if (placed === undefined) {
      this.#details.hide();
      this.#headOf(before)?.focus({ preventScroll: true });
      return;
    }
    this.#details.show(placed, this.#placed);
    this.#list.bring(position);
    this.#list.refreshPart(position);
    this.#details.focus();
  }

  #lookOf({ part, position }: PlacedPart): PartLook {
    const { selected, hit } = this.#of.store.now;
    const at = hitAt(this.#hits, hit);
    return {
      file: this.#of.model.data.session.file,
      setSize: this.#placed.length,
      isSelected: position === selected,
      isOpen: this.#open.has(part.id),
      pattern: this.#pattern,
      currentHit: at?.position === position ? at.nth : -1,
    };
  }

  #drawFilter(section: string, shown: number): void {
    const root = frame('filter-note');
    root.hidden = section === '';
    const { sections } = this.#of.model.data;
    const label = sections.find(({ id }) => id === section)?.label;
    const button = element('button', { type: 'button', class: 'link' }, ['Show all']);
    button.addEventListener('click', () => this.#of.store.set({ section: '', selected: -1 }));
    const words = `${count(shown)} of ${count(this.#placed.length)} parts: ${label ?? section}`;
    root.replaceChildren(element('span', {}, [words]), button);
  }

  #click({ target }: Event): void {
    const part = target instanceof Element ? target.closest<HTMLElement>('[data-position]') : null;
    if (part === null || !(target instanceof Element)) return;
    const position = Number(part.dataset['position']);
    if (target.closest('.unfold') !== null) {
      this.#unfold(position);
    } else if (
      target.closest('.part-head') !== null ||
      document.getSelection()?.isCollapsed !== false
    ) {
      const { store } = this.#of;
      store.set({ selected: store.now.selected === position ? -1 : position });
    }
  }

  #unfold(position: number): void {
    const id = this.#placed[position]?.part.id;
    if (id !== undefined) this.#open.add(id);
    this.#list.refreshPart(position);
    this.#headOf(position)?.focus({ preventScroll: true });
  }

  /** Up and down go from part to part. */
  #walk(event: KeyboardEvent): void {
    const part =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-position]') : null;
    if (part === null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const next = this.#list.neighbour(Number(part.dataset['position']), step);
    if (next === undefined) return;
    event.preventDefault();
    this.#list.bring(next);
    const head = this.#headOf(next);
    head?.focus({ preventScroll: true });
    head?.scrollIntoView({ block: 'nearest' });
  }

  #headOf(position: number): HTMLElement | undefined {
    return document.getElementById(`part-${position}`) ?? undefined;
  }
}
