/** Values of the language that rules are written in: a subset of Starlark. */

import { RuleFault, type Span } from './rule-error.js';

/** An int is a bigint, a float a number. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | StarList
  | StarTuple
  | StarDict
  | StarFunction;

export class StarList {
  readonly items: Value[];
  /** Loops that go through it now. */
  holders = 0;

  constructor(items: Value[]) {
    this.items = items;
  }

  /** @throws RuleFault while a loop goes through it */
  refuseWhenHeld(span: Span): void {
    if (this.holders > 0) throw new RuleFault('a list that a loop goes through', span);
  }
}

export class StarTuple {
  readonly items: readonly Value[];

  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

export class StarDict {
  /** By the text of the key, which tells keys of different types apart. */
  readonly entries = new Map<string, { readonly key: Value; value: Value }>();

  get(key: Value): Value | undefined {
    return this.entries.get(keyOf(key))?.value;
  }

  set(key: Value, value: Value): void {
    this.entries.set(keyOf(key), { key, value });
  }
}

export interface CallArguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly span: Span;
}

export class StarFunction {
  readonly name: string;
  readonly call: (args: CallArguments) => Value;

  constructor(name: string, call: (args: CallArguments) => Value) {
    this.name = name;
    this.call = call;
  }
}

export function typeName(value: Value): string {
  if (value === null) return 'NoneType';
  if (value instanceof StarList) return 'list';
  if (value instanceof StarTuple) return 'tuple';
  if (value instanceof StarDict) return 'dict';
  if (value instanceof StarFunction) return 'function';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    default:
      return 'string';
  }
}

export function isTruthy(value: Value): boolean {
  if (value instanceof StarList || value instanceof StarTuple) return value.items.length > 0;
  if (value instanceof StarDict) return value.entries.size > 0;
  return value instanceof StarFunction || Boolean(value);
}

/** As `str()` gives it: a string without quotes. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : reprOf(value);
}

export function reprOf(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (value instanceof StarList) return `[${value.items.map(reprOf).join(', ')}]`;
  if (value instanceof StarTuple) {
    const items = value.items.map(reprOf).join(', ');
    return value.items.length === 1 ? `(${items},)` : `(${items})`;
  }
  if (value instanceof StarDict) {
    const rows = [...value.entries.values()];
    return `{${rows.map(({ key, value: held }) => `${reprOf(key)}: ${reprOf(held)}`).join(', ')}}`;
  }
  return value instanceof StarFunction ? `<function ${value.name}>` : String(value);
}

export function isEqual(left: Value, right: Value): boolean {
  return left === right || (typeName(left) === typeName(right) && keyOf(left) === keyOf(right));
}

/** The items of what can be gone through; undefined for anything else. */
export function itemsOf(value: Value): readonly Value[] | undefined {
  if (value instanceof StarList || value instanceof StarTuple) return value.items;
  if (value instanceof StarDict) return [...value.entries.values()].map(({ key }) => key);
  return undefined;
}

function keyOf(value: Value): string {
  return `${typeName(value)} ${reprOf(value)}`;
}
