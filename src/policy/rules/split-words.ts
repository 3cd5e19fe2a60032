/** Splits a command line into words as a shell does, without anything that a shell would do with them. */

/** @returns undefined where a quote or a backslash has no end */
export function splitWords(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const mark = line.charAt(at);
    if (mark === "'" || mark === '"') {
      const quoted = readQuoted(line, at + 1, mark);
      if (quoted === undefined) return undefined;
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (mark === '\\') {
      at += 1;
      if (at === line.length) return undefined;
      if (line.charAt(at) !== '\n') word = (word ?? '') + line.charAt(at);
    } else if (mark === '#' && word === undefined) {
      const end = line.indexOf('\n', at);
      at = end < 0 ? line.length : end;
    } else if (/[ \t\n]/.test(mark)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + mark;
    }
  }
  return word === undefined ? words : [...words, word];
}

function readQuoted(
  line: string,
  from: number,
  quote: string,
): { readonly text: string; readonly end: number } | undefined {
  let text = '';
  for (let at = from; at < line.length; at += 1) {
    const mark = line.charAt(at);
    if (mark === quote) return { text, end: at };
    const next = line.charAt(at + 1);
    if (quote === '"' && mark === '\\' && '$`"\\\n'.includes(next) && next !== '') {
      if (next !== '\n') text += next;
      at += 1;
    } else {
      text += mark;
    }
  }
  return undefined;
}
