/** The list of parts: only what is near the window is in the document, in chunks that keep their height. */

import { element } from './element.js';
import type { PlacedPart } from './model.js';

const chunkSize = 25;
/** How far beyond the window parts are made ready. */
const margin = '1000px 0px';

interface Chunk {
  readonly root: HTMLElement;
  readonly parts: readonly PlacedPart[];
  isFilled: boolean;
}

export class PartList {
  readonly #root: HTMLElement;
  readonly #view: (placed: PlacedPart) => HTMLElement;
  readonly #observer: IntersectionObserver;
  #chunks: readonly Chunk[] = [];
  readonly #byRoot = new Map<Element, Chunk>();

  constructor(root: HTMLElement, view: (placed: PlacedPart) => HTMLElement) {
    this.#root = root;
    this.#view = view;
    this.#observer = new IntersectionObserver((entries) => this.#follow(entries), {
      rootMargin: margin,
    });
    window.addEventListener('beforeprint', () => {
      for (const chunk of this.#chunks) this.#fill(chunk);
    });
  }

  show(parts: readonly PlacedPart[]): void {
    this.#observer.disconnect();
    this.#byRoot.clear();
    this.#chunks = chunksOf(parts);
    for (const chunk of this.#chunks) {
      this.#byRoot.set(chunk.root, chunk);
      chunk.root.style.height = `${chunk.parts.reduce((sum, part) => sum + guessHeight(part), 0)}px`;
    }
    const [first] = this.#chunks;
    if (first !== undefined) this.#fill(first);
    this.#root.replaceChildren(...this.#chunks.map(({ root }) => root));
    for (const { root } of this.#chunks) this.#observer.observe(root);
  }

  /** Makes what is in the document anew, after a change of what parts look like. */
  refresh(): void {
    for (const chunk of this.#chunks) {
      if (chunk.isFilled) chunk.root.replaceChildren(...chunk.parts.map(this.#view));
    }
  }

  /** Makes one part anew, if it is in the document. */
  refreshPart(position: number): void {
    const placed = this.#chunkAt(position)?.parts.find((part) => part.position === position);
    const shown = this.#find(position);
    if (placed !== undefined) shown?.replaceWith(this.#view(placed));
  }

  /** Brings a part into the document. @returns its element; undefined when the list does not show it */
  bring(position: number): HTMLElement | undefined {
    const chunk = this.#chunkAt(position);
    if (chunk === undefined) return undefined;
    this.#fill(chunk);
    return this.#find(position);
  }

  /** The part that is shown before or behind this one. */
  neighbour(position: number, step: 1 | -1): number | undefined {
    const shown = this.#chunks.flatMap(({ parts }) => parts);
    const index = shown.findIndex((part) => part.position === position);
    return shown[index + step]?.position;
  }

  #chunkAt(position: number): Chunk | undefined {
    return this.#chunks.find(({ parts }) => parts.some((part) => part.position === position));
  }

  #find(position: number): HTMLElement | undefined {
    const selector = `[data-position="${position}"]`;
    return this.#root.querySelector<HTMLElement>(selector) ?? undefined;
  }

  #follow(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const chunk = this.#byRoot.get(target);
      if (chunk === undefined) continue;
      if (isIntersecting) this.#fill(chunk);
      else this.#empty(chunk);
    }
  }

  #fill(chunk: Chunk): void {
    if (chunk.isFilled) return;
    chunk.root.replaceChildren(...chunk.parts.map(this.#view));
    chunk.root.style.height = '';
    chunk.isFilled = true;
  }

  /** What has the focus stays: whoever walks by keyboard must not lose the place. */
  #empty(chunk: Chunk): void {
    if (!chunk.isFilled || chunk.root.contains(document.activeElement)) return;
    chunk.root.style.height = `${chunk.root.offsetHeight}px`;
    chunk.root.replaceChildren();
    chunk.isFilled = false;
  }
}

function chunksOf(parts: readonly PlacedPart[]): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let start = 0; start < parts.length; start += chunkSize) {
    chunks.push({
      root: element('div', { class: 'chunk', role: 'none' }),
      parts: parts.slice(start, start + chunkSize),
      isFilled: false,
    });
  }
  return chunks;
}

/** Good enough for the scroll bar, until the part was seen. */
function guessHeight({ part: { bytes } }: PlacedPart): number {
  return 76 + Math.min(14, Math.ceil(bytes / 90)) * 20;
}
