/** A part as it reads: who says it, what it is, where it comes from, and its text. */

import { element } from './element.js';
import { foldPoint } from './fold-text.js';
import { markHits } from './mark-hits.js';
import type { PlacedPart } from './model.js';
import { count, shortBytes, shortCount } from './numbers.js';
import { placeOf, sourceWords } from './source-words.js';

/** What a part's look depends on beside itself. */
export interface PartLook {
  /** The session's own file. */
  readonly file: string;
  /** Number of parts of the request, for readers that can't see the list. */
  readonly setSize: number;
  readonly isSelected: boolean;
  /** A folded text whose reader asked for all of it. */
  readonly isOpen: boolean;
  readonly pattern: RegExp | undefined;
  /** Which of the part's hits is the one shown; -1 for none. */
  readonly currentHit: number;
}

export function partView(placed: PlacedPart, look: PartLook): HTMLElement {
  const { part, position } = placed;
  const isInner = part.nth > 0;
  return element(
    'article',
    {
      class: `part${isInner ? ' inner' : ''}${look.isSelected ? ' selected' : ''}`,
      role: 'listitem',
      'aria-posinset': position + 1,
      'aria-setsize': look.setSize,
      'data-position': position,
      'data-family': part.section.family,
      'data-source': part.source.kind,
    },
    [headOf(placed, look), ...bodyOf(placed, look)],
  );
}

/** Hits in what a fold hides; the text has to be opened to show them. */
export function isHitHidden({ part }: PlacedPart, pattern: RegExp, nth: number): boolean {
  if (typeof part.text !== 'string') return false;
  const point = foldPoint(part.text);
  if (point === undefined) return false;
  return [...part.text.slice(0, point).matchAll(pattern)].length <= nth;
}

function headOf({ part, position }: PlacedPart, { isSelected, file }: PartLook): HTMLElement {
  const source = sourceWords(part.source.kind);
  const place = placeOf(part, file);
  const title = part.kind === 'field' || part.title === '' ? [] : [chip('name', part.title)];
  const label = part.kind === 'field' ? part.title : part.section.label;
  const cut = part.cutBytes > 0 ? [chip('cut', `✂ ${shortBytes(part.cutBytes)} cut`)] : [];
  return element(
    'button',
    {
      class: 'part-head',
      type: 'button',
      id: `part-${position}`,
      'aria-expanded': String(isSelected),
      'aria-controls': 'details',
    },
    [
      ...(part.role === '' || part.nth > 0 ? [] : [chip('role', part.role)]),
      chip('section', label),
      ...title,
      element('span', { class: 'chip source' }, [
        element('span', { class: 'sign', 'aria-hidden': 'true' }, [source.sign]),
        element('span', {}, [source.name]),
        ...(place === '' ? [] : [element('span', { class: 'place' }, [place])]),
      ]),
      ...cut,
      element('span', { class: 'size' }, [
        part.tokens === 0
          ? shortBytes(part.bytes)
          : `${shortBytes(part.bytes)} · ${shortCount(part.tokens)} tok`,
      ]),
    ],
  );
}

function chip(kind: string, text: string): HTMLElement {
  return element('span', { class: `chip ${kind}` }, [text]);
}

function bodyOf({ part }: PlacedPart, look: PartLook): readonly HTMLElement[] {
  const { text } = part;
  if (typeof text !== 'string') return elidedBody(text, look);
  if (isPicture(text)) return [pictureOf(text, part.bytes)];
  const point = look.isOpen ? undefined : foldPoint(text);
  if (point === undefined) return [textBlock(text, look, 0)];
  return [
    textBlock(text.slice(0, point), look, 0),
    element('button', { class: 'unfold', type: 'button' }, [`Show all ${shortBytes(part.bytes)}`]),
  ];
}

function elidedBody(
  { head, tail, hiddenBytes }: { head: string; tail: string; hiddenBytes: number },
  look: PartLook,
): readonly HTMLElement[] {
  const point = look.isOpen ? undefined : foldPoint(head);
  if (point !== undefined) {
    return [
      textBlock(head.slice(0, point), look, 0),
      element('button', { class: 'unfold', type: 'button' }, ['Show what the page holds of it']),
    ];
  }
  const hitsBefore = look.pattern === undefined ? 0 : [...head.matchAll(look.pattern)].length;
  return [
    textBlock(head, look, 0),
    element('p', { class: 'elided' }, [
      `${count(hiddenBytes)} bytes are left out here, to keep the page small. Its provenance says where to read them.`,
    ]),
    textBlock(tail, look, hitsBefore),
  ];
}

/** @param hitsBefore hits of the part that come before this text */
function textBlock(text: string, { pattern, currentHit }: PartLook, hitsBefore: number) {
  if (text === '') return element('p', { class: 'empty' }, ['empty']);
  return element(
    'pre',
    { class: 'text', translate: 'no', dir: 'auto' },
    markHits(text, pattern, currentHit - hitsBefore),
  );
}

/** Only what can be nothing but a picture. */
function isPicture(text: string): boolean {
  return /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(text);
}

function pictureOf(address: string, bytes: number): HTMLElement {
  const [type = ''] = address.slice('data:'.length).split(';');
  return element('figure', { class: 'picture' }, [
    element('img', { src: address, alt: `Picture in the request, ${type}`, loading: 'lazy' }),
    element('figcaption', {}, [`${type}, ${count(bytes)} bytes as sent`]),
  ]);
}
