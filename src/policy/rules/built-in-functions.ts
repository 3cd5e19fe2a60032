/** Functions of the language that need no definition. */

import { methodOf, valueAt } from './methods.js';
import { binary } from './operators.js';
import { RuleFault } from './rule-error.js';
import {
  type CallArguments,
  isTruthy,
  itemsOf,
  reprOf,
  StarDict,
  StarFunction,
  StarList,
  StarTuple,
  textOf,
  typeName,
  type Value,
} from './values.js';

/** A range may not be longer than this. */
const mostItems = 100_000;

export function builtInFunctions(): Map<string, Value> {
  const functions: Readonly<Record<string, (args: CallArguments) => Value>> = {
    abs: (args) => {
      const value = valueAt(args, 0);
      return isTruthy(binary('<', [value, 0n], args.span))
        ? binary('-', [0n, value], args.span)
        : value;
    },
    all: (args) => items(args).every(isTruthy),
    any: (args) => items(args).some(isTruthy),
    bool: ({ positional: [value = false] }) => isTruthy(value),
    chr: (args) => String.fromCodePoint(Number(valueAt(args, 0))),
    dict: makeDict,
    enumerate: (args) =>
      new StarList(items(args).map((item, index) => new StarTuple([BigInt(index), item]))),
    fail: (args) => {
      throw new RuleFault(`fail: ${args.positional.map(textOf).join(' ')}`, args.span);
    },
    float: (args) => Number(valueAt(args, 0)),
    hasattr: (args) => methodOf(valueAt(args, 0), textOf(valueAt(args, 1))) !== undefined,
    int: makeInt,
    len: (args) => {
      const value = valueAt(args, 0);
      return BigInt(typeof value === 'string' ? Array.from(value).length : items(args).length);
    },
    list: (args) => new StarList(args.positional.length === 0 ? [] : [...items(args)]),
    max: (args) => extreme(args, '>'),
    min: (args) => extreme(args, '<'),
    ord: (args) => BigInt(textOf(valueAt(args, 0)).codePointAt(0) ?? 0),
    range: makeRange,
    repr: (args) => reprOf(valueAt(args, 0)),
    reversed: (args) => new StarList(items(args).toReversed()),
    sorted: makeSorted,
    str: (args) => textOf(valueAt(args, 0)),
    tuple: (args) => new StarTuple(args.positional.length === 0 ? [] : items(args)),
    type: (args) => typeName(valueAt(args, 0)),
    zip: makeZip,
  };
  return new Map(
    Object.entries(functions).map(([name, run]) => [
      name,
      new StarFunction(name, withLimit(name, run)),
    ]),
  );
}

const takesOne = new Set([
  'abs',
  'all',
  'any',
  'bool',
  'len',
  'list',
  'repr',
  'reversed',
  'str',
  'tuple',
  'type',
  'sorted',
  'ord',
  'chr',
  'float',
]);

function withLimit(name: string, run: (args: CallArguments) => Value): typeof run {
  return (args) => {
    if (takesOne.has(name) && args.positional.length > 1) {
      throw new RuleFault(`${name} takes one value`, args.span);
    }
    return run(args);
  };
}

function items(args: CallArguments): readonly Value[] {
  const value = valueAt(args, 0);
  const found = itemsOf(value);
  if (found === undefined) throw new RuleFault(`${typeName(value)} has no items`, args.span);
  return found;
}

function makeDict({ positional, named, span }: CallArguments): Value {
  const dict = new StarDict();
  for (const pair of itemsOf(positional[0] ?? new StarList([])) ?? []) {
    const [key, value] = itemsOf(pair) ?? [];
    if (key === undefined || value === undefined) throw new RuleFault('a pair is wanted', span);
    dict.set(key, value);
  }
  for (const [key, value] of named) dict.set(key, value);
  return dict;
}

function makeInt(args: CallArguments): Value {
  const value = valueAt(args, 0);
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number' && Number.isFinite(value)) return BigInt(Math.trunc(value));
  if (typeof value === 'string' && /^[+-]?\d+$/.test(value)) return BigInt(value);
  throw new RuleFault(`no number: ${reprOf(value)}`, args.span);
}

function makeRange(args: CallArguments): Value {
  const bounds = args.positional.map((value) => {
    if (typeof value === 'bigint') return Number(value);
    throw new RuleFault('a bound that is no number', args.span);
  });
  const [first = 0, second, step = 1] = bounds;
  const [from, to] = second === undefined ? [0, first] : [first, second];
  const count = step === 0 ? 0 : Math.max(0, Math.ceil((to - from) / step));
  if (step === 0 || count > mostItems || bounds.length === 0) {
    throw new RuleFault('a range that is not of use', args.span);
  }
  return new StarList(Array.from({ length: count }, (_, index) => BigInt(from + index * step)));
}

function makeSorted(args: CallArguments): Value {
  const { named, span } = args;
  const key = named.get('key');
  const keyed = items(args).map((item) => ({
    item,
    key:
      key instanceof StarFunction ? key.call({ positional: [item], named: new Map(), span }) : item,
  }));
  const order = (left: Value, right: Value): number =>
    Number(binary('>', [left, right], span)) - Number(binary('<', [left, right], span));
  const sign = isTruthy(named.get('reverse') ?? false) ? -1 : 1;
  const rows = keyed.toSorted((left, right) => sign * order(left.key, right.key));
  return new StarList(rows.map(({ item }) => item));
}

function extreme(args: CallArguments, operator: '<' | '>'): Value {
  const candidates = args.positional.length > 1 ? args.positional : items(args);
  const [first, ...rest] = candidates;
  if (first === undefined) throw new RuleFault('nothing to choose from', args.span);
  let best = first;
  for (const item of rest) {
    if (isTruthy(binary(operator, [item, best], args.span))) best = item;
  }
  return best;
}

function makeZip({ positional, span }: CallArguments): Value {
  const lists = positional.map((value) => {
    const found = itemsOf(value);
    if (found === undefined) throw new RuleFault(`${typeName(value)} has no items`, span);
    return found;
  });
  const count = lists.length === 0 ? 0 : Math.min(...lists.map(({ length }) => length));
  return new StarList(
    Array.from(
      { length: count },
      (_, index) => new StarTuple(lists.map((list) => list[index] ?? null)),
    ),
  );
}
