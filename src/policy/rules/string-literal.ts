/** String literals of rules: quotes, escapes, raw and triple forms. */

import { RuleFault, type Span } from './rule-error.js';

const literal = /^([rR]?)("""|'''|"|')([^]*)\2$/;

/** @throws RuleFault for forms that the language does not have */
export function stringLiteral(source: string, span: Span): string {
  const match = literal.exec(source);
  if (match === null) throw new RuleFault('a string of a kind that rules do not have', span);
  const [, prefix = '', , body = ''] = match;
  const text = body.replaceAll('\r\n', '\n');
  return prefix === '' ? unescaped(text, span) : text;
}

const simple: Readonly<Partial<Record<string, string>>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

const escape = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[^])/g;

/** Escapes turned into what they stand for; an unknown one stays as it is written. */
export function unescaped(text: string, span: Span): string {
  return text.replaceAll(escape, (whole) => {
    const [mark = '', ...digits] = whole.slice(1);
    if (/[0-7]/.test(mark)) return codePoint(Number.parseInt(whole.slice(1), 8), span);
    if (!'xuU'.includes(mark)) return simple[mark] ?? whole;
    if (digits.length === 0) throw new RuleFault('an escape with digits missing', span);
    return codePoint(Number.parseInt(digits.join(''), 16), span);
  });
}

function codePoint(code: number, span: Span): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    throw new RuleFault('an escape that stands for no character', span);
  }
  return String.fromCodePoint(code);
}
