/** Functions of rules: what they are called with, and how that meets their parameters. */

import type { SyntaxNode } from '@lezer/common';
import { RuleFault, type Span } from './rule-error.js';
import type { Scope } from './scope.js';
import { childrenOf, localNames, partsOf } from './syntax.js';
import { checkType } from './type-annotations.js';
import {
  type CallArguments,
  itemsOf,
  StarDict,
  StarFunction,
  StarTuple,
  type Value,
} from './values.js';

/** @param span the whole call, which errors point at */
export function readArguments(list: SyntaxNode, span: Span, scope: Scope): CallArguments {
  const positional: Value[] = [];
  const named = new Map<string, Value>();
  for (const argument of splitAtCommas(list)) {
    const [first, second, third] = argument;
    if (first === undefined) continue;
    if (first.name === '*' && second !== undefined) {
      positional.push(...(itemsOf(scope.evaluate(second)) ?? fault('* of no list', second)));
    } else if (first.name === '**' && second !== undefined) {
      const value = scope.evaluate(second);
      if (!(value instanceof StarDict)) throw new RuleFault('** of no dict', second);
      for (const { key, value: held } of value.entries.values()) {
        named.set(typeof key === 'string' ? key : fault('a name that is no text', second), held);
      }
    } else if (second?.name === 'AssignOp' && third !== undefined) {
      const name = scope.textOf(first);
      if (named.has(name)) throw new RuleFault(`${name} is given twice`, first);
      named.set(name, scope.evaluate(third));
    } else if (named.size > 0) {
      throw new RuleFault('a value without a name after one with a name', first);
    } else {
      positional.push(scope.evaluate(first));
    }
  }
  return { positional, named, span: { from: span.from, to: span.to } };
}

/** A function from a `def` or a `lambda`. */
export function makeFunction(name: string, node: SyntaxNode, scope: Scope): StarFunction {
  const list = partsOf(node).find((part) => part.name === 'ParamList');
  const parameters = list === undefined ? [] : readParameters(list, scope);
  const body = childrenOf(node).at(-1);
  const locals = body?.name === 'Body' ? localNames(body, scope.source) : new Set<string>();
  return new StarFunction(name, (args) => {
    const inner = scope.inner();
    inner.declare(locals);
    bind(parameters, args, inner);
    if (body === undefined) return null;
    return body.name === 'Body' ? inner.runBody(body) : inner.evaluate(body);
  });
}

interface Parameter {
  readonly kind: 'plain' | 'rest' | 'named rest';
  readonly name: string;
  readonly isNamedOnly: boolean;
  readonly fallback?: Value;
  readonly type?: SyntaxNode;
}

function readParameters(list: SyntaxNode, scope: Scope): Parameter[] {
  let isNamedOnly = false;
  let hasFallback = false;
  const names = new Set<string>();
  return splitAtCommas(list).flatMap((parts): Parameter[] => {
    const name = parts.find((part) => part.name === 'VariableName');
    const isRest = parts[0]?.name === '*';
    const kind = parts[0]?.name === '**' ? 'named rest' : 'plain';
    const wasNamedOnly = isNamedOnly;
    if (isRest) isNamedOnly = true;
    if (name === undefined) return [];
    const at = parts.findIndex((part) => part.name === 'AssignOp');
    const value = at < 0 ? undefined : parts[at + 1];
    const text = scope.textOf(name);
    if (names.has(text)) throw new RuleFault(`${text} is a parameter twice`, name);
    names.add(text);
    if (value !== undefined) hasFallback = true;
    else if (hasFallback && kind === 'plain' && !isNamedOnly) {
      throw new RuleFault(`${text} follows one that may be left out`, name);
    }
    const type = parts.find((part) => part.name === 'TypeDef');
    return [
      {
        kind: isRest ? 'rest' : kind,
        name: text,
        isNamedOnly: wasNamedOnly,
        ...(type === undefined ? {} : { type }),
        ...(value === undefined ? {} : { fallback: scope.evaluate(value) }),
      },
    ];
  });
}

function bind(parameters: readonly Parameter[], args: CallArguments, scope: Scope): void {
  const positional = [...args.positional];
  const named = new Map(args.named);
  for (const { kind, name, isNamedOnly, fallback, type } of parameters) {
    if (kind === 'rest') {
      scope.set(name, new StarTuple(positional.splice(0)));
    } else if (kind === 'named rest') {
      const dict = new StarDict();
      for (const [key, value] of named) dict.set(key, value);
      named.clear();
      scope.set(name, dict);
    } else {
      const value = isNamedOnly ? undefined : positional.shift();
      if (value !== undefined && named.has(name)) {
        throw new RuleFault(`${name} is given twice`, args.span);
      }
      const given = value ?? named.get(name) ?? (named.has(name) ? null : fallback);
      if (given === undefined && value === undefined) {
        throw new RuleFault(`${name} is missing`, args.span);
      }
      named.delete(name);
      if (type !== undefined) checkType(type, given ?? null, { scope, span: args.span });
      scope.set(name, given ?? null);
    }
  }
  if (positional.length > 0 || named.size > 0) {
    throw new RuleFault('more values than the function takes', args.span);
  }
}

function splitAtCommas(list: SyntaxNode): SyntaxNode[][] {
  const groups: SyntaxNode[][] = [[]];
  for (const child of childrenOf(list)) {
    if (child.name === '(' || child.name === ')') continue;
    if (child.name === ',') groups.push([]);
    else groups.at(-1)?.push(child);
  }
  return groups.filter((group) => group.length > 0);
}

function fault(message: string, span: Span): never {
  throw new RuleFault(message, span);
}
