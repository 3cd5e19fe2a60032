/** A text with what was searched for marked in it. */

import { element } from './element.js';

/** More marks than this in one text would slow the page down and tell nobody more. */
const mostMarks = 2000;

/** @param current which hit of the text is the one shown; outside the text's hits for none */
export function markHits(
  text: string,
  pattern: RegExp | undefined,
  current: number,
): (Node | string)[] {
  if (pattern === undefined) return [text];
  const pieces: (Node | string)[] = [];
  let end = 0;
  let number = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (number < mostMarks || number === current) {
      pieces.push(text.slice(end, index));
      pieces.push(element('mark', number === current ? { class: 'current' } : {}, [found]));
      end = index + found.length;
    }
    number += 1;
  }
  pieces.push(text.slice(end));
  return pieces;
}
