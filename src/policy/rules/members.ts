/** What stands in a value: items by index, slices, and methods by name. */

import type { SyntaxNode } from '@lezer/common';
import { methodOf } from './methods.js';
import { RuleFault } from './rule-error.js';
import type { Scope } from './scope.js';
import { childrenOf } from './syntax.js';
import { reprOf, StarDict, StarList, StarTuple, textOf, typeName, type Value } from './values.js';

export function memberValue(node: SyntaxNode, scope: Scope): Value {
  const [object, ...rest] = childrenOf(node);
  if (object === undefined) throw new RuleFault('nothing there', node);
  const value = scope.evaluate(object);
  const property = rest.find(({ name }) => name === 'PropertyName');
  if (property !== undefined) {
    const name = scope.textOf(property);
    const method = methodOf(value, name);
    if (method === undefined) throw new RuleFault(`${typeName(value)} has no ${name}`, node);
    return method;
  }
  const inside = rest.slice(1, -1);
  if (inside.some(({ name }) => name === ':')) return slice(value, inside, scope);
  const [index] = inside;
  if (index === undefined) throw new RuleFault('an index is missing', node);
  return itemAt(value, scope.evaluate(index), node);
}

export function setMember(node: SyntaxNode, value: Value, scope: Scope): void {
  const [object, bracket, index] = childrenOf(node);
  const isSlice = childrenOf(node).some(({ name }) => name === ':');
  if (object === undefined || bracket?.name !== '[' || index === undefined || isSlice) {
    throw new RuleFault('nothing that could have a value', node);
  }
  const target = scope.evaluate(object);
  const key = scope.evaluate(index);
  if (target instanceof StarDict) {
    target.set(key, value);
    return;
  }
  const at = target instanceof StarList ? placeIn(target.items.length, key) : undefined;
  if (!(target instanceof StarList) || at === undefined) {
    throw new RuleFault(`no place ${reprOf(key)} in ${typeName(target)}`, node);
  }
  target.items[at] = value;
}

function itemAt(value: Value, key: Value, node: SyntaxNode): Value {
  if (value instanceof StarDict) {
    const found = value.get(key);
    if (found === undefined) throw new RuleFault(`no key ${reprOf(key)}`, node);
    return found;
  }
  const items = sequenceOf(value);
  const at = items === undefined ? undefined : placeIn(items.length, key);
  const item = at === undefined ? undefined : items?.[at];
  if (item === undefined) throw new RuleFault(`no item ${reprOf(key)}`, node);
  return item;
}

/** An index counts from the end when it is negative. */
function placeIn(length: number, key: Value): number | undefined {
  if (typeof key !== 'bigint') return undefined;
  const at = Number(key) + (key < 0n ? length : 0);
  return at >= 0 && at < length ? at : undefined;
}

/** `[from:to:step]`, each of which may be left out. */
function slice(value: Value, inside: readonly SyntaxNode[], scope: Scope): Value {
  const items = sequenceOf(value);
  const [place] = inside;
  if (items === undefined) throw new RuleFault(`${typeName(value)} has no slices`, place);
  const bounds: (bigint | undefined)[] = [undefined, undefined, undefined];
  let at = 0;
  for (const node of inside) {
    if (node.name === ':') {
      at += 1;
      continue;
    }
    const bound = scope.evaluate(node);
    if (typeof bound !== 'bigint') throw new RuleFault('a bound that is no number', node);
    bounds[at] = bound;
  }
  const kept = sliced(items, bounds);
  if (kept === undefined) throw new RuleFault('a step of nought', place);
  if (typeof value === 'string') return kept.map(textOf).join('');
  return value instanceof StarTuple ? new StarTuple(kept) : new StarList([...kept]);
}

function sliced(
  items: readonly Value[],
  [from, to, by = 1n]: readonly (bigint | undefined)[],
): readonly Value[] | undefined {
  const step = Number(by);
  if (step === 0) return undefined;
  const { length } = items;
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const clamp = (bound: bigint): number =>
    Math.max(low, Math.min(high, Number(bound) + (bound < 0n ? length : 0)));
  const [first, last] = step > 0 ? [low, high] : [high, low];
  const start = from === undefined ? first : clamp(from);
  const end = to === undefined ? last : clamp(to);
  const kept: Value[] = [];
  for (let at = start; step > 0 ? at < end : at > end; at += step) kept.push(items[at] ?? null);
  return kept;
}

function sequenceOf(value: Value): readonly Value[] | undefined {
  if (typeof value === 'string') return Array.from(value);
  return value instanceof StarList || value instanceof StarTuple ? value.items : undefined;
}
