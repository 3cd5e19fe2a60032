/** Where a long text is folded: what comes behind is shown when it is asked for. */

const longest = 1600;
const foldedLength = 1200;
const mostLines = 18;
const foldedLines = 14;

/** @returns the length of what is shown of a folded text; undefined for one that is short enough to be shown whole */
export function foldPoint(text: string): number | undefined {
  const lineEnd = endOfLine(text, mostLines);
  if (text.length <= longest && lineEnd === undefined) return undefined;
  const point = Math.min(foldedLength, endOfLine(text, foldedLines) ?? foldedLength);
  // A surrogate pair stays whole.
  return text.codePointAt(point - 1) === text.charCodeAt(point - 1) ? point : point - 1;
}

/** Where the line with this number ends, counted from 1; undefined when there is no line behind it. */
function endOfLine(text: string, line: number): number | undefined {
  let end = -1;
  for (let number = 0; number < line; number += 1) {
    end = text.indexOf('\n', end + 1);
    if (end === -1 || end > longest) return undefined;
  }
  return end;
}
