/** Puts any text on one line of a terminal: what would move the cursor or hide is shown, and the width is kept. */

/** Line ends, tabs and what a terminal obeys or hides as signs; other white space runs as one blank. */
export function visibleText(text: string): string {
  return text
    .replaceAll(/\r\n?|\n/g, '↵')
    .replaceAll('\t', '⇥')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(controls, (sign) => controlSign(sign.codePointAt(0) ?? 0))
    .replaceAll(loneSurrogates, '\u{FFFD}');
}

/** @returns the text within so many columns, cut with `…`, filled with blanks */
export function fit(text: string, columns: number): string {
  const cut = cutTo(text, columns);
  return cut + ' '.repeat(Math.max(0, columns - widthOf(cut)));
}

/** @returns the text within so many columns, cut with `…` */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let cut = '';
  let width = 1;
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > columns) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** @returns the end of the text within so many columns, cut with `…` */
export function cutStart(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  if (columns < 1) return '';
  const segments = Array.from(graphemes.segment(text), ({ segment }) => segment);
  let cut = '';
  for (const segment of segments.toReversed()) {
    if (widthOf(segment + cut) + 1 > columns) break;
    cut = segment + cut;
  }
  return `…${cut}`;
}

/** @returns lines of whole words within so many columns; a longer word has a line of its own */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Columns a terminal needs for a text without control characters. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

const plain = /^[\x20-\x7E↵⇥…·–█▌]*$/;
const graphemes = new Intl.Segmenter();

/** East Asian wide and full-width blocks, and emoji that are shown as pictures. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u;

/** Control characters, marks that change the direction of writing, and characters without a width. */
const controls = /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;
const loneSurrogates = /\p{Cs}/gu;

function controlSign(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
