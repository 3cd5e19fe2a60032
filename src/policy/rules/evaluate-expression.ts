/** Evaluates the expressions of rules. */

import type { SyntaxNode } from '@lezer/common';
import { assign } from './assign.js';
import { makeFunction, readArguments } from './call.js';
import { memberValue } from './members.js';
import { binary, unary } from './operators.js';
import { RuleFault } from './rule-error.js';
import type { Scope } from './scope.js';
import { stringLiteral, unescaped } from './string-literal.js';
import { childrenOf, partsOf } from './syntax.js';
import {
  isTruthy,
  itemsOf,
  StarDict,
  StarFunction,
  StarList,
  StarTuple,
  textOf,
  typeName,
  type Value,
} from './values.js';

export function evaluate(node: SyntaxNode, scope: Scope): Value {
  scope.budget.step(node);
  const source = scope.textOf(node);
  const parts = partsOf(node);
  switch (node.name) {
    case 'VariableName':
      return scope.get(source, node);
    case 'Boolean':
      return source === 'True';
    case 'None':
      return null;
    case 'Number':
      return numberOf(source, node);
    case 'String':
      return stringLiteral(source, node);
    case 'FormatString':
      return formatted(node, scope);
    case 'ParenthesizedExpression':
      return evaluate(only(parts, node), scope);
    case 'ArrayExpression':
      return new StarList(sequence(node, scope));
    case 'TupleExpression':
      return new StarTuple(sequence(node, scope));
    case 'DictionaryExpression':
      return dictionary(node, scope);
    case 'ArrayComprehensionExpression':
    case 'DictionaryComprehensionExpression':
      return comprehension(node, scope);
    case 'LambdaExpression':
      return makeFunction('lambda', node, scope);
    case 'ConditionalExpression':
      return conditional(parts, node, scope);
    case 'UnaryExpression':
      return unaryValue(node, scope);
    case 'BinaryExpression':
      return binaryValue(node, scope);
    case 'CallExpression':
      return call(node, scope);
    case 'MemberExpression':
      return memberValue(node, scope);
    default:
      throw new RuleFault('text that is not of the language', node);
  }
}

function only(parts: readonly SyntaxNode[], node: SyntaxNode): SyntaxNode {
  const [part] = parts;
  if (part === undefined || parts.length > 1) throw new RuleFault('one expression is wanted', node);
  return part;
}

function numberOf(source: string, node: SyntaxNode): Value {
  if (/^(?:0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|0|[1-9]\d*)$/.test(source)) {
    return BigInt(source);
  }
  if (/^[\d.]+(?:[eE][+-]?\d+)?$/.test(source) && /[.eE]/.test(source)) return Number(source);
  throw new RuleFault('a number of no known form', node);
}

function formatted(node: SyntaxNode, scope: Scope): Value {
  const source = scope.textOf(node);
  const quote = /^[fF]("""|'''|"|')/.exec(source)?.[1];
  if (quote === undefined) throw new RuleFault('a text of a kind that rules do not have', node);
  let text = '';
  let from = node.from + 1 + quote.length;
  const literal = (to: number): string =>
    unescaped(scope.textOf({ from, to }), node).replaceAll('{{', '{').replaceAll('}}', '}');
  for (const part of partsOf(node).filter(({ name }) => name === 'FormatReplacement')) {
    text += literal(part.from) + textOf(evaluate(only(partsOf(part), part), scope));
    from = part.to;
  }
  return text + literal(node.to - quote.length);
}

function sequence(node: SyntaxNode, scope: Scope): Value[] {
  if (childrenOf(node).some(({ name }) => name === '*')) {
    throw new RuleFault('* within a list', node);
  }
  return partsOf(node).map((part) => evaluate(part, scope));
}

function dictionary(node: SyntaxNode, scope: Scope): Value {
  const dict = new StarDict();
  const parts = partsOf(node);
  if (childrenOf(node).some(({ name }) => name === '**') || parts.length % 2 === 1) {
    throw new RuleFault('** within a dict', node);
  }
  for (let index = 0; index < parts.length; index += 2) {
    const [key, value] = parts.slice(index, index + 2);
    if (key === undefined || value === undefined) continue;
    const known = evaluate(key, scope);
    if (dict.get(known) !== undefined) throw new RuleFault('a key that is there already', key);
    dict.set(known, evaluate(value, scope));
  }
  return dict;
}

/** `[make for target in items if condition …]`: its clauses are gone through from left to right. */
function comprehension(node: SyntaxNode, outer: Scope): Value {
  const children = childrenOf(node).slice(1, -1);
  const first = children.findIndex(({ name }) => name === 'for');
  const made = children.slice(0, first).filter(({ name }) => name !== ':');
  const results: Value[] = [];
  const dict = new StarDict();
  const [key, value] = made;
  const run = (clauses: readonly SyntaxNode[], scope: Scope): void => {
    const [word, ...rest] = clauses;
    if (word?.name === 'if') {
      const [condition, ...more] = rest;
      if (condition !== undefined && isTruthy(evaluate(condition, scope))) run(more, scope);
    } else if (word?.name === 'for') {
      const at = rest.findIndex(({ name }) => name === 'in');
      const items = rest[at + 1];
      if (items === undefined) throw new RuleFault('a comprehension without items', node);
      iterate(items, scope, (item) => {
        const inner = scope.inner();
        assign(rest.slice(0, at), item, inner);
        run(rest.slice(at + 2), inner);
        return true;
      });
    } else if (key !== undefined) {
      if (value === undefined) results.push(evaluate(key, scope));
      else dict.set(evaluate(key, scope), evaluate(value, scope));
    }
  };
  run(children.slice(first), outer);
  return node.name === 'ArrayComprehensionExpression' ? new StarList(results) : dict;
}

/**
 * Goes through the items until `see` says no; a list can't be changed meanwhile.
 * @throws RuleFault for what can't be gone through
 */
export function iterate(node: SyntaxNode, scope: Scope, see: (item: Value) => boolean): void {
  const value = evaluate(node, scope);
  const items = itemsOf(value);
  if (items === undefined) throw new RuleFault(`${typeName(value)} has no items`, node);
  if (value instanceof StarList) value.holders += 1;
  try {
    for (const item of items) if (!see(item)) break;
  } finally {
    if (value instanceof StarList) value.holders -= 1;
  }
}

function conditional(parts: readonly SyntaxNode[], node: SyntaxNode, scope: Scope): Value {
  const [then, condition, otherwise] = parts;
  if (then === undefined || condition === undefined || otherwise === undefined) {
    throw new RuleFault('a condition with a part missing', node);
  }
  return isTruthy(evaluate(condition, scope)) ? evaluate(then, scope) : evaluate(otherwise, scope);
}

function unaryValue(node: SyntaxNode, scope: Scope): Value {
  const [operator, operand] = childrenOf(node);
  if (operator === undefined || operand === undefined) throw new RuleFault('nothing there', node);
  const value = evaluate(operand, scope);
  if (operator.name === 'not') return !isTruthy(value);
  return unary(scope.textOf(operator), value, node);
}

function binaryValue(node: SyntaxNode, scope: Scope): Value {
  const children = childrenOf(node);
  const [left, right] = [children[0], children.at(-1)];
  if (left === undefined || right === undefined) throw new RuleFault('nothing there', node);
  const words = children.slice(1, -1).map((word) => scope.textOf(word));
  const operator = words.join(' ');
  if (operator === 'is' || operator === 'is not' || operator === '**' || operator === '@') {
    throw new RuleFault(`${operator}, which rules do not have`, node);
  }
  const value = evaluate(left, scope);
  if (operator === 'and') return isTruthy(value) ? evaluate(right, scope) : value;
  if (operator === 'or') return isTruthy(value) ? value : evaluate(right, scope);
  return binary(operator, [value, evaluate(right, scope)], node);
}

function call(node: SyntaxNode, scope: Scope): Value {
  const [callee, list] = partsOf(node);
  if (callee === undefined || list === undefined) throw new RuleFault('nothing to call', node);
  const target = evaluate(callee, scope);
  if (!(target instanceof StarFunction)) {
    throw new RuleFault(`${typeName(target)} cannot be called`, node);
  }
  const args = readArguments(list, node, scope);
  return scope.budget.call(node, () => target.call(args));
}
