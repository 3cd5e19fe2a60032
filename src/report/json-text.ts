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

/** The path of the value, or member, that an index of `text` is in; written as `$.input[3].role`. */
export function pathAt(text: string, index: number): string {
  let path = '$';
  let child = childAt(text, 0, index);
  while (child !== undefined) {
    path += child.step;
    child = childAt(text, child.start, index);
  }
  return path;
}

interface Child {
  /** `.role`, `[3]` */
  readonly step: string;
  /** Where its value starts. */
  readonly start: number;
}

/** The member or element, of the object or array at `start`, that an index is in. */
function childAt(text: string, start: number, index: number): Child | undefined {
  const opening = text.charCodeAt(start);
  if (opening !== openBrace && opening !== openBracket) return undefined;
  let at = start + 1;
  for (let position = 0; at <= index; position += 1) {
    const isMember = opening === openBrace && text.charCodeAt(at) === quote;
    const keyEnd = isMember ? skipString(text, at) : at;
    const valueStart = isMember ? keyEnd + 1 : at;
    const end = skipValue(text, valueStart);
    if (end === valueStart) return undefined;
    const step = isMember ? `.${text.slice(at + 1, keyEnd - 1)}` : `[${position}]`;
    if (index < end) return { step, start: valueStart };
    at = end + 1;
  }
  return undefined;
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
