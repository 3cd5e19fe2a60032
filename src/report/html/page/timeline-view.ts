/** The time line: every request a bar, with what it added, kept and dropped. It chooses the request, too. */

import type { PageRequest } from '../page-data.js';
import { element, frame, graphic } from './element.js';
import type { Model } from './model.js';
import { count, shortBytes } from './numbers.js';
import type { Store } from './store.js';
import { type TimelinePaths, timelinePaths } from './timeline-paths.js';

const height = 120;
const footHeight = 24;

export class TimelineView {
  readonly #root = frame('timeline');
  readonly #model: Model;
  readonly #store: Store;
  #paths: TimelinePaths | undefined;
  #hits: readonly number[] = [];

  constructor(model: Model, store: Store) {
    this.#model = model;
    this.#store = store;
    this.#root.setAttribute('role', 'slider');
    this.#root.setAttribute('tabindex', '0');
    this.#root.setAttribute('aria-label', 'Request');
    this.#root.setAttribute('aria-valuemin', '1');
    this.#root.setAttribute('aria-valuemax', String(model.data.requests.length));
    this.#root.addEventListener('click', (event) => this.#choose(event));
    this.#root.addEventListener('pointermove', (event) => this.#tell(event));
    frame('band-legend').replaceChildren(...legend(model.data.requests));
    new ResizeObserver(() => this.draw()).observe(this.#root);
    store.onChange((now, before) => {
      if (now.request !== before.request) this.draw();
    });
  }

  /** Marks the requests with these indexes as holding what is searched for. */
  markHits(requests: readonly number[]): void {
    this.#hits = requests;
    this.draw();
  }

  draw(): void {
    const { requests } = this.#model.data;
    const { request: index } = this.#store.now;
    const paths = timelinePaths(requests, { width: this.#root.clientWidth, height });
    this.#paths = paths;
    this.#root.replaceChildren(
      graphic(
        'svg',
        { width: paths.width, height: height + footHeight, 'aria-hidden': 'true', class: 'bars' },
        [
          chosenShape(paths, index),
          ...(['kept', 'added', 'dropped', 'prefix', 'compactions'] as const).map((series) =>
            graphic('path', { class: series, d: paths[series] }),
          ),
          graphic('path', { class: 'ground', d: `M0 ${paths.ground}h${paths.width}` }),
          ...paths.labelled.map((index) => label(paths, index, this.#model.request(index).at)),
          graphic('path', { class: 'hits', d: hitMarks(paths, this.#hits) }),
        ],
      ),
    );
    this.#scrollTo(index, paths);
    const words = requestWords(this.#model.request(index));
    this.#root.setAttribute('aria-valuenow', String(index + 1));
    this.#root.setAttribute('aria-valuetext', words);
    frame('timeline-note').textContent = words;
  }

  #scrollTo(index: number, { step }: TimelinePaths): void {
    const { scrollLeft, clientWidth } = this.#root;
    const left = index * step;
    if (left < scrollLeft || left + step > scrollLeft + clientWidth) {
      this.#root.scrollLeft = left - clientWidth / 2;
    }
  }

  #choose(event: MouseEvent): void {
    const index = this.#indexAt(event);
    if (index !== undefined) this.#store.chooseRequest(index);
  }

  #tell(event: MouseEvent): void {
    const index = this.#indexAt(event);
    this.#root.title = index === undefined ? '' : requestWords(this.#model.request(index));
  }

  #indexAt({ clientX }: MouseEvent): number | undefined {
    if (this.#paths === undefined) return undefined;
    const left = clientX - this.#root.getBoundingClientRect().left + this.#root.scrollLeft;
    const index = Math.floor(left / this.#paths.step);
    return index >= 0 && index < this.#model.data.requests.length ? index : undefined;
  }
}

/** One line about a request against the one before it. */
export function requestWords(request: PageRequest): string {
  const { at, kind, bytes, addedBytes, keptBytes, droppedBytes, prefixBytes } = request;
  const changes = [
    `${shortBytes(addedBytes)} added`,
    `${shortBytes(keptBytes)} kept`,
    `${shortBytes(droppedBytes)} dropped`,
  ].join(', ');
  const prefix = prefixBytes === 0 ? '' : `; first byte that differs: ${count(prefixBytes)}`;
  return `#${at} ${kind.replaceAll('_', ' ')}: ${shortBytes(bytes)}; ${changes}${prefix}`;
}

function chosenShape({ step, ground }: TimelinePaths, index: number): SVGElement {
  return graphic('rect', {
    class: 'chosen',
    x: index * step,
    y: 0,
    width: step,
    height: height + footHeight,
    'data-ground': ground,
  });
}

function label({ step }: TimelinePaths, index: number, at: number): SVGElement {
  const attributes = { class: 'label', x: (index + 0.5) * step, y: height + footHeight - 5 };
  return graphic('text', attributes, [`#${at}`]);
}

function hitMarks({ step }: TimelinePaths, hits: readonly number[]): string {
  const top = height + 5;
  return hits.map((index) => `M${index * step + step / 2 - 2} ${top}h4`).join('');
}

function legend(requests: readonly PageRequest[]): HTMLElement[] {
  const entries = [
    ['added', 'added'],
    ['kept', 'kept'],
    ['dropped', 'dropped'],
    ['prefix', 'prefix shared with the request before'],
    ['compactions', 'compaction'],
  ] as const;
  const largest = requests.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  return [
    ...entries.map(([series, words]) =>
      element('li', {}, [
        element('span', { class: `key ${series}`, 'aria-hidden': 'true' }),
        words,
      ]),
    ),
    element('li', {}, [`largest: ${shortBytes(largest)}`]),
  ];
}
