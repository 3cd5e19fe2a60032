/** Chooses the request, and says how large it is. */

import { element, frame } from './element.js';
import type { Model } from './model.js';
import { count, percent } from './numbers.js';
import type { Store } from './store.js';

export class PickerView {
  readonly #root = frame('picker');
  readonly #model: Model;
  readonly #store: Store;
  readonly #select: HTMLSelectElement;
  readonly #facts = element('dl', { class: 'totals' });

  constructor(model: Model, store: Store) {
    this.#model = model;
    this.#store = store;
    this.#select = element(
      'select',
      { 'aria-label': 'Request' },
      model.data.requests.map(({ at, kind }, index) =>
        element('option', { value: index }, [`#${at} ${kind.replaceAll('_', ' ')}`]),
      ),
    );
    this.#select.addEventListener('change', () => {
      store.chooseRequest(Number(this.#select.value));
    });
    this.#root.replaceChildren(
      element('div', { class: 'row' }, [
        this.#stepButton(-1, '‹', 'Request before (k)'),
        this.#select,
        this.#stepButton(1, '›', 'Next request (j)'),
      ]),
      this.#facts,
    );
  }

  /** Chooses the request that is so many further on, as far as there are any. */
  step(by: number): void {
    const last = this.#model.data.requests.length - 1;
    const request = Math.min(last, Math.max(0, this.#store.now.request + by));
    if (request !== this.#store.now.request) this.#store.chooseRequest(request);
  }

  draw(): void {
    const index = this.#store.now.request;
    const request = this.#model.request(index);
    this.#select.value = String(index);
    const { bytes, tokens, model, usage, prefixBytes, line } = request;
    const rows: (readonly [string, string, string])[] = [
      ['Bytes', count(bytes), ''],
      ['Tokens', count(tokens), this.#model.data.counter],
      ['Model', model === '' ? 'not told' : model, ''],
      ['Sent after', `line ${count(line)}`, ''],
      ['Shared prefix', percent(prefixBytes, bytes), 'with the request before'],
    ];
    if (usage !== undefined) {
      const cached = usage.cached > 0 ? `${percent(usage.cached, usage.input)} from its cache` : '';
      rows.push(['Server counted', count(usage.input), cached]);
    }
    this.#facts.replaceChildren(
      ...rows.flatMap(([name, value, hint]) => [
        element('dt', {}, [name]),
        element('dd', {}, [
          element('span', { class: 'value' }, [value]),
          element('span', { class: 'hint' }, [hint === '' ? '' : ` ${hint}`]),
        ]),
      ]),
    );
  }

  #stepButton(by: 1 | -1, sign: string, label: string): HTMLElement {
    const button = element('button', { type: 'button', class: 'icon', 'aria-label': label }, [
      sign,
    ]);
    button.title = label;
    button.addEventListener('click', () => this.step(by));
    return button;
  }
}
