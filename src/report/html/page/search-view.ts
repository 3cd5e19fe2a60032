/** The search line: what is looked for, how often it is there, and the way from hit to hit. */

import { element, frame } from './element.js';
import type { Hits } from './find-hits.js';
import { count, counted } from './numbers.js';
import type { Store } from './store.js';

/** A pause in typing after which the search begins. */
const pauseMs = 120;

export class SearchView {
  readonly #store: Store;
  readonly #input = element('input', {
    type: 'search',
    placeholder: 'Search this session  ( / )',
    'aria-label': 'Search the texts',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
  });
  readonly #note = element('output', { class: 'hit-note' });
  #total = 0;
  #timer = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#search(), pauseMs);
    });
    this.#input.addEventListener('keydown', (event) => this.#press(event));
    frame('search').replaceChildren(
      this.#input,
      this.#note,
      this.#stepButton(-1, '↑', 'Hit before (Shift+Enter)'),
      this.#stepButton(1, '↓', 'Next hit (Enter)'),
    );
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  /** @param elsewhere requests beside the chosen one that hold hits */
  show({ total }: Hits, elsewhere: number): void {
    this.#total = total;
    const { query, hit } = this.#store.now;
    const here = total === 0 ? 'no hit' : `${count(hit + 1)} of ${count(total)}`;
    const others = elsewhere === 0 ? '' : ` · ${counted(elsewhere, 'other request')}`;
    this.#note.textContent = query === '' ? '' : `${here}${others}`;
  }

  #search(): void {
    clearTimeout(this.#timer);
    if (this.#input.value !== this.#store.now.query) {
      this.#store.set({ query: this.#input.value, hit: 0 });
    }
  }

  #press(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (this.#input.value === this.#store.now.query) this.#step(event.shiftKey ? -1 : 1);
      else this.#search();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (this.#input.value === '') this.#input.blur();
      this.#input.value = '';
      this.#search();
    }
  }

  #step(by: 1 | -1): void {
    if (this.#total === 0) return;
    this.#store.set({ hit: (this.#store.now.hit + by + this.#total) % this.#total });
  }

  #stepButton(by: 1 | -1, sign: string, label: string): HTMLElement {
    const button = element('button', { type: 'button', class: 'icon', 'aria-label': label }, [
      sign,
    ]);
    button.title = label;
    button.addEventListener('click', () => this.#step(by));
    return button;
  }
}
