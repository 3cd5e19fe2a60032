/** Types that rules may be annotated with: a value that is of another one is refused. */

import type { SyntaxNode } from '@lezer/common';
import { RuleFault, type Span } from './rule-error.js';
import type { Scope } from './scope.js';
import { partsOf } from './syntax.js';
import { itemsOf, typeName, type Value } from './values.js';

/** @throws RuleFault at `span` */
export function checkType(
  annotation: SyntaxNode,
  value: Value,
  { scope, span }: { readonly scope: Scope; readonly span: Span },
): void {
  const [type] = partsOf(annotation);
  if (type === undefined || isOfType(type, value, scope)) return;
  throw new RuleFault(`${typeName(value)} where ${scope.textOf(type)} is wanted`, span);
}

const names: Readonly<Partial<Record<string, string>>> = {
  str: 'string',
  int: 'int',
  float: 'float',
  bool: 'bool',
  list: 'list',
  tuple: 'tuple',
  dict: 'dict',
  None: 'NoneType',
};

/** Types of forms that are not known hold anything. */
function isOfType(type: SyntaxNode, value: Value, scope: Scope): boolean {
  const parts = partsOf(type);
  const [first, ...others] = parts;
  if (type.name === 'BinaryExpression') {
    const types = parts.filter(({ name }) => name !== 'BitOp');
    return types.some((choice) => isOfType(choice, value, scope));
  }
  if (type.name === 'MemberExpression' && first !== undefined && others.length === 1) {
    const items = scope.textOf(first) === 'list' ? (itemsOf(value) ?? []) : [];
    const [inner] = others;
    if (inner === undefined) return true;
    return isOfType(first, value, scope) && items.every((item) => isOfType(inner, item, scope));
  }
  const name = names[scope.textOf(type)];
  return name === undefined || name === typeName(value);
}
