/** Walks over JSON text token by token: says where it is not JSON, and where the members of an object are. */

/** A stretch of a text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where a text stops being JSON: `at` counts UTF-16 units. */
export interface JsonFlaw {
  readonly at: number;
  readonly expected: string;
}

export interface JsonMember {
  readonly key: string;
  readonly value: TextRange;
}

/** Deeper than any catalog or tool schema; the walk is recursive. */
const mostLevels = 500;

// A raw control character may not stand in a string, so the text has to be looked at for them.
// oxlint-disable no-control-regex
const spaces = /[ \t\n\r]*/y;
// One stretch of a string at a time: a pattern for a whole one runs out of stack on millions of escapes.
const stretch = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The first place where `text` is not JSON; undefined when it is. */
export function findJsonFlaw(text: string): JsonFlaw | undefined {
  const scanner = new JsonScanner(text);
  scanner.skipSpaces();
  if (!scanner.skipValue(0)) return scanner.flaw;
  scanner.skipSpaces();
  return scanner.at === text.length
    ? undefined
    : { at: scanner.at, expected: 'the end of the text' };
}

/** The members of the object that `text`, which must be valid JSON, holds; undefined when it holds something else. */
export function objectMembers(text: string): readonly JsonMember[] | undefined {
  const members: JsonMember[] = [];
  const scanner = new JsonScanner(text);
  scanner.skipSpaces();
  if (text[scanner.at] !== '{') return undefined;
  scanner.skipObject(0, (key, value) => members.push({ key, value }));
  return members;
}

/** Valid JSON without the spaces between its tokens; nothing else changes. */
export function compactJson(text: string): string {
  const scanner = new JsonScanner(text);
  const tokens: string[] = [];
  for (let from = 0; from < text.length; from = scanner.at) {
    const quote = text.indexOf('"', from);
    scanner.at = quote < 0 ? text.length : quote;
    tokens.push(text.slice(from, scanner.at).replaceAll(/[ \t\n\r]+/g, ''));
    if (quote < 0) break;
    scanner.skipString();
    tokens.push(text.slice(quote, scanner.at));
  }
  return tokens.join('');
}

/** Its `skip` methods move `at` over what they name, or leave it at the flaw and return false. */
class JsonScanner {
  at = 0;
  flaw: JsonFlaw = { at: 0, expected: 'a value' };
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  skipSpaces(): void {
    this.#matches(spaces);
  }

  skipValue(level: number): boolean {
    if (level > mostLevels) return this.#fails(`at most ${mostLevels} levels`);
    const first = this.#text[this.at];
    if (first === '{') return this.skipObject(level, () => undefined);
    if (first === '[') return this.#skipList(']', () => this.skipValue(level + 1));
    if (first === '"') return this.skipString() || this.#fails('a valid string');
    return this.#matches(scalar) || this.#fails('a value');
  }

  skipString(): boolean {
    const start = this.at;
    if (this.#text[start] !== '"') return false;
    this.at++;
    do this.#matches(stretch);
    while (this.#matches(escape));
    if (this.#text[this.at] === '"') {
      this.at++;
      return true;
    }
    this.at = start;
    return false;
  }

  skipObject(level: number, onMember: (key: string, value: TextRange) => void): boolean {
    return this.#skipList('}', () => {
      const keyAt = this.at;
      if (!this.skipString()) return this.#fails('a key in double quotes');
      const key: unknown = JSON.parse(this.#text.slice(keyAt, this.at));
      this.skipSpaces();
      if (this.#text[this.at] !== ':') return this.#fails('a colon');
      this.at++;
      this.skipSpaces();
      const start = this.at;
      if (!this.skipValue(level + 1)) return false;
      onMember(String(key), { start, end: this.at });
      return true;
    });
  }

  /** An opening bracket, entries with commas between them, and `closing`. */
  #skipList(closing: string, skipEntry: () => boolean): boolean {
    this.at++;
    this.skipSpaces();
    if (this.#text[this.at] === closing) {
      this.at++;
      return true;
    }
    for (;;) {
      if (!skipEntry()) return false;
      this.skipSpaces();
      const next = this.#text[this.at];
      if (next !== ',' && next !== closing) return this.#fails(`a comma or ${closing}`);
      this.at++;
      if (next === closing) return true;
      this.skipSpaces();
    }
  }

  #matches(token: RegExp): boolean {
    token.lastIndex = this.at;
    if (!token.test(this.#text)) return false;
    this.at = token.lastIndex;
    return true;
  }

  #fails(expected: string): boolean {
    this.flaw = { at: this.at, expected };
    return false;
  }
}
