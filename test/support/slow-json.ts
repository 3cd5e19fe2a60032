// JSON read the slow way, by regular expressions: what a scan's tape and a printed value must be.

import { Buffer } from 'node:buffer';
import { atomOf } from '../../src/contract/atoms.js';
import { atomShift, Flag, Kind } from '../../src/contract/tape.js';

/** A value and the range it takes, quotes included; in bytes. */
export interface SlowNode {
  readonly kind: keyof typeof Kind;
  readonly start: number;
  readonly end: number;
  /** What stands in the range. */
  readonly source: string;
  readonly flags: number;
  /** Elements, or keys and values in turn. */
  readonly children: readonly SlowNode[];
}

const space = /[ \t\r\n]*/y;
// What JSON has no place for in a string are just these.
// oxlint-disable-next-line no-control-regex
const text = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const word = /true|false|null/y;

/** The value that `bytes` hold, or undefined when they are no JSON. */
export function slowParse(bytes: Uint8Array): SlowNode | undefined {
  const source = Buffer.from(bytes).toString('latin1');
  const reader = new SlowReader(source);
  const node = reader.value();
  return node !== undefined && reader.isAtEnd() ? node : undefined;
}

/** The text of a string node, escapes resolved. */
export function slowText(node: SlowNode): string {
  const source = Buffer.from(node.source, 'latin1').toString('utf8');
  const value: unknown = JSON.parse(source);
  return String(value);
}

/** The words a scan leaves of a value. */
export function slowTape(node: SlowNode): number[] {
  const words: number[] = [];
  addWords(node, words);
  return words;
}

/** A value in the form of the reference writer: compact, one spelling for each string and number. */
export function slowPrint(node: SlowNode): string {
  switch (node.kind) {
    case 'array':
      return `[${node.children.map(slowPrint).join(',')}]`;
    case 'object': {
      const members = new Map<string, string>();
      for (let index = 0; index < node.children.length; index += 2) {
        const [key, value] = node.children.slice(index, index + 2);
        if (key !== undefined && value !== undefined) members.set(slowPrint(key), slowPrint(value));
      }
      return `{${Array.from(members, (member) => member.join(':')).join(',')}}`;
    }
    case 'string':
    case 'key':
      // What no writer could print is kept.
      if ((node.flags & Flag.loneSurrogate) !== 0) {
        return Buffer.from(node.source, 'latin1').toString('utf8');
      }
      return JSON.stringify(slowText(node));
    case 'number':
      return slowNumber(node.source);
    default:
      return node.source;
  }
}

/** A number as the reference writer prints it: its digits stay, its exponent gets a sign. */
export function slowNumber(source: string): string {
  const [mantissa = '', exponent] = source.toLowerCase().split('e');
  if (exponent === undefined) return source === '-0' ? '0' : source;
  return `${mantissa}e${/^[-+]/.test(exponent) ? exponent : `+${exponent}`}`;
}

class SlowReader {
  private position = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  isAtEnd(): boolean {
    this.take(space);
    return this.position === this.source.length;
  }

  value(): SlowNode | undefined {
    this.take(space);
    const start = this.position;
    const string = this.take(text);
    if (string !== undefined) return this.node('string', start, [], stringFlags(string));
    const digits = this.take(number);
    if (digits !== undefined) return this.node('number', start, [], numberFlags(digits));
    const name = this.take(word);
    if (name === 'true' || name === 'false' || name === 'null') {
      return this.node(name, start, [], 0);
    }
    if (this.take(/\[/y) !== undefined) return this.container('array', start);
    if (this.take(/\{/y) !== undefined) return this.container('object', start);
    return undefined;
  }

  private container(kind: 'array' | 'object', start: number): SlowNode | undefined {
    const children: SlowNode[] = [];
    const close = kind === 'array' ? /\]/y : /\}/y;
    let isSpaced = this.take(space) !== '';
    if (this.take(close) === undefined) {
      for (;;) {
        if (kind === 'object') {
          const at = this.position;
          const key = this.take(text);
          if (key === undefined) return undefined;
          children.push(this.node('key', at, [], stringFlags(key)));
          isSpaced = this.take(space) !== '' || isSpaced;
          if (this.take(/:/y) === undefined) return undefined;
          isSpaced = this.take(space) !== '' || isSpaced;
        }
        const child = this.value();
        if (child === undefined) return undefined;
        children.push(child);
        isSpaced = this.take(space) !== '' || isSpaced;
        if (this.take(close) !== undefined) break;
        if (this.take(/,/y) === undefined) return undefined;
        isSpaced = this.take(space) !== '' || isSpaced;
      }
    }
    const inherited = Flag.loose | Flag.loneSurrogate | Flag.inexactNumber;
    const flags = children.reduce((all, child) => all | (child.flags & inherited), 0);
    return this.node(kind, start, children, isSpaced ? flags | Flag.loose : flags);
  }

  private node(
    kind: SlowNode['kind'],
    start: number,
    ...[children, flags]: [readonly SlowNode[], number]
  ): SlowNode {
    const end = this.position;
    return { kind, start, end, source: this.source.slice(start, end), flags, children };
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.source)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }
}

function stringFlags(source: string): number {
  const decoded: unknown = JSON.parse(Buffer.from(source, 'latin1').toString('utf8'));
  const printed = Buffer.from(JSON.stringify(decoded), 'utf8').toString('latin1');
  let flags = 0;
  if (source.includes('\\')) flags |= Flag.escaped;
  if (/\p{Surrogate}/u.test(String(decoded))) flags |= Flag.loneSurrogate | Flag.loose;
  if (printed !== source) flags |= Flag.loose;
  return flags;
}

function numberFlags(source: string): number {
  const isLong = /^-?\d{19,}$/.test(source);
  return isLong || source === '-0' || /e/i.test(source) ? Flag.inexactNumber : 0;
}

function addWords(node: SlowNode, words: number[]): void {
  const first = words.length;
  const isText = node.kind === 'string' || node.kind === 'key';
  const quote = isText ? 1 : 0;
  const decoded = isText ? slowText(node) : '';
  const atom = isText && (node.flags & Flag.escaped) === 0 ? atomOf(decoded) : 0;
  words.push(
    Kind[node.kind] | node.flags | (atom << atomShift),
    node.start + quote,
    node.end - quote,
    isText ? Buffer.byteLength(decoded) : 0,
  );
  for (const child of node.children) addWords(child, words);
  if (node.kind === 'object' || node.kind === 'array') words[first + 3] = words.length / 4;
}
