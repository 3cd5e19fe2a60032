/** White space as Codex trims it: Unicode White_Space (spec 2 §1.5), which is not what JavaScript trims. */

// What JavaScript trims, and U+0085, without U+FEFF.
const leadingSpace = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const lastSpace = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Strips Unicode White_Space from the start. */
export function trimStart(text: string): string {
  return text.replace(leadingSpace, '');
}

/** Strips Unicode White_Space from the end. */
export function trimEnd(text: string): string {
  // Not one pattern at the end of the text: that takes quadratic time where much space stands inside it.
  let end = text.length;
  while (end > 0 && lastSpace.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Whether a text is empty or white space only. */
export function isBlank(text: string): boolean {
  return trimStart(text) === '';
}
