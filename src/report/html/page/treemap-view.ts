/** The weight of each section: tiles and, with the figures, a list. Either filters what is shown of the request. */

import { choiceButtons } from './choice-buttons.js';
import { element, frame } from './element.js';
import { layTreemap } from './lay-treemap.js';
import { percent, shortBytes, shortCount } from './numbers.js';
import type { Choice, Store } from './store.js';
import type { SectionWeight } from './weigh-sections.js';

type Measure = Choice['measure'];

const gap = 2;

/** Of the bold letters of a tile, and of what is around them, in pixels. */
const letterWidth = 6.6;
const tilePadding = 12;

export class TreemapView {
  readonly #tiles = frame('treemap');
  readonly #rows = frame('sections');
  readonly #store: Store;
  readonly #showMeasure: (measure: Measure) => void;
  #weights: readonly SectionWeight[] = [];

  constructor(store: Store) {
    this.#store = store;
    this.#showMeasure = choiceButtons<Measure>({
      root: frame('measure'),
      label: 'Measure',
      options: [
        { value: 'bytes', label: 'Bytes' },
        { value: 'tokens', label: 'Tokens' },
      ],
      onChoose: (measure) => store.set({ measure }),
    });
    this.#tiles.setAttribute('role', 'group');
    this.#tiles.setAttribute('aria-label', 'Sections by weight');
    new ResizeObserver(() => this.#drawTiles()).observe(this.#tiles);
    for (const root of [this.#tiles, this.#rows]) {
      root.addEventListener('click', (event) => this.#choose(event));
    }
    store.onChange((now, before) => {
      if (now.measure !== before.measure || now.section !== before.section) this.draw();
    });
  }

  show(weights: readonly SectionWeight[]): void {
    this.#weights = weights;
    this.draw();
  }

  draw(): void {
    this.#showMeasure(this.#store.now.measure);
    this.#drawTiles();
    this.#drawRows();
  }

  #drawTiles(): void {
    const { measure } = this.#store.now;
    const { clientWidth: width, clientHeight: height } = this.#tiles;
    const tiles = layTreemap(this.#weights, (weight) => weight[measure], { width, height, gap });
    this.#tiles.replaceChildren(
      ...tiles.map(({ value, left, top, width, height }) => {
        const isRoomy = width >= nameWidth(value.section.label) && height > 30;
        const tile = element('button', this.#attributesOf(value, 'tile'), [
          ...(isRoomy ? [element('span', { class: 'tile-name' }, [value.section.label])] : []),
          ...(isRoomy && width > 58 && height > 52
            ? [element('span', { class: 'tile-size' }, [shown(value, measure)])]
            : []),
        ]);
        Object.assign(tile.style, {
          left: `${left}px`,
          top: `${top}px`,
          width: `${width}px`,
          height: `${height}px`,
        });
        tile.title = `${value.section.label}: ${shown(value, measure)}`;
        tile.setAttribute('aria-label', tile.title);
        return tile;
      }),
    );
  }

  #drawRows(): void {
    const { measure } = this.#store.now;
    const whole = this.#weights.reduce((sum, weight) => sum + weight[measure], 0);
    const rows = this.#weights.toSorted((a, b) => b[measure] - a[measure]);
    this.#rows.replaceChildren(
      ...rows.map((weight) =>
        element('li', {}, [
          element('button', this.#attributesOf(weight, 'section-row'), [
            element('span', { class: 'swatch', 'aria-hidden': 'true' }),
            element('span', { class: 'section-name' }, [weight.section.label]),
            element('span', { class: 'figure' }, [shown(weight, measure)]),
            element('span', { class: 'figure share' }, [percent(weight[measure], whole)]),
          ]),
        ]),
      ),
    );
  }

  #attributesOf({ section, source, parts }: SectionWeight, className: string) {
    return {
      type: 'button',
      class: className,
      'data-section': section.id,
      'data-family': section.family,
      'data-source': source,
      'aria-pressed': String(this.#store.now.section === section.id),
      ...(parts === 0 ? { disabled: '' } : {}),
    };
  }

  #choose({ target }: Event): void {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-section]') : null;
    const section = button?.dataset['section'];
    if (button === null || section === undefined) return;
    const root = button.parentElement === this.#tiles ? this.#tiles : this.#rows;
    this.#store.set({ section: this.#store.now.section === section ? '' : section, selected: -1 });
    // The buttons were made anew: the focus goes to the one in the same place.
    root.querySelector<HTMLElement>(`[data-section="${CSS.escape(section)}"]`)?.focus();
  }
}

/** What the longest word of a name takes: a name is shown whole or not at all. */
function nameWidth(name: string): number {
  const longest = Math.max(...name.split(' ').map((word) => word.length));
  return longest * letterWidth + tilePadding;
}

function shown(weight: SectionWeight, measure: Measure): string {
  return measure === 'bytes' ? shortBytes(weight.bytes) : `${shortCount(weight.tokens)} tok`;
}
