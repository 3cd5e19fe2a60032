/** Gives values to names, to several at once, and to places in lists and dicts. */

import type { SyntaxNode } from '@lezer/common';
import { setMember } from './members.js';
import { RuleFault } from './rule-error.js';
import type { Scope } from './scope.js';
import { partsOf } from './syntax.js';
import { itemsOf, type Value } from './values.js';

/** @param targets what stands before the `=` or the `in`, commas and all */
export function assign(targets: readonly SyntaxNode[], value: Value, scope: Scope): void {
  const places = targets.filter(({ name }) => name !== ',');
  const [place] = places;
  if (place === undefined) return;
  if (places.length > 1 || targets.length > places.length) {
    spread(places, value, scope);
    return;
  }
  switch (place.name) {
    case 'VariableName':
      scope.set(scope.textOf(place), value);
      return;
    case 'TupleExpression':
    case 'ArrayExpression':
      spread(partsOf(place), value, scope);
      return;
    case 'ParenthesizedExpression':
      assign(partsOf(place), value, scope);
      return;
    case 'MemberExpression':
      setMember(place, value, scope);
      return;
    default:
      throw new RuleFault('nothing that could have a value', place);
  }
}

function spread(places: readonly SyntaxNode[], value: Value, scope: Scope): void {
  const items = itemsOf(value);
  const [first] = places;
  if (items?.length !== places.length) {
    throw new RuleFault(`${places.length} values are wanted`, first);
  }
  for (const [index, place] of places.entries()) assign([place], items[index] ?? null, scope);
}
