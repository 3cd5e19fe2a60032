/** Looks at JSON text that is known to be valid and free of white space, without making values of it. */

/** One member of an object, as text. */
export interface FieldText {
  readonly key: string;
  readonly value: string;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** The members of the object that `text` is, in their order. */
export function fieldsOf(text: string): readonly FieldText[] {
  const fields: FieldText[] = [];
  for (let at = 1; at < text.length && text.charCodeAt(at) !== closeBrace; at += 1) {
    const keyEnd = skipString(text, at);
    const end = skipValue(text, keyEnd + 1);
    // A key is a JSON string by its place.
    const key = JSON.parse(text.slice(at, keyEnd)) as string;
    fields.push({ key, value: text.slice(keyEnd + 1, end) });
    at = end;
    if (text.charCodeAt(at) !== comma) break;
  }
  return fields;
}

/** The elements of the array that `text` is. */
export function elementsOf(text: string): readonly string[] {
  const elements: string[] = [];
  for (let at = 1; at < text.length && text.charCodeAt(at) !== closeBracket; at += 1) {
    const end = skipValue(text, at);
    elements.push(text.slice(at, end));
    at = end;
    if (text.charCodeAt(at) !== comma) break;
  }
  return elements;
}

/** The path of what stands at an index of `text`, written as `$.input[3].role`. */
export function pathAt(text: string, index: number): string {
  const open: string[] = [];
  const positions: number[] = [];
  let key = '';
  for (let at = 0; at < text.length && at <= index; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = skipString(text, at);
      if (end > index) break;
      if (text[end] === ':') key = text.slice(at + 1, end - 1);
      at = end - 1;
    } else if (code === openBrace) {
      open.push(step(key, positions));
      positions.push(-1);
    } else if (code === openBracket) {
      open.push(step(key, positions));
      positions.push(0);
    } else if (code === closeBrace || code === closeBracket) {
      if (at === index) break;
      open.pop();
      positions.pop();
    } else if (code === comma && at <= index) {
      const last = positions.pop() ?? -1;
      positions.push(last < 0 ? last : last + 1);
      if (last < 0) key = '';
    }
  }
  return `$${[...open.slice(1), step(key, positions)].join('')}`;
}

function step(key: string, positions: readonly number[]): string {
  const position = positions.at(-1);
  if (position === undefined) return '';
  if (position >= 0) return `[${String(position)}]`;
  return key === '' ? '' : `.${key}`;
}

function skipValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = skipString(text, at) - 1;
    else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket || code === comma) {
      if (depth === 0) return at;
      if (code !== comma) depth -= 1;
    }
  }
  return text.length;
}

/** The index after a string's closing quote. */
function skipString(text: string, from: number): number {
  for (let at = from + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let escapes = at - 1;
    while (text.charCodeAt(escapes) === backslash) escapes -= 1;
    if ((at - escapes) % 2 === 1) return at + 1;
  }
}
