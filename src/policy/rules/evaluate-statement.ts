/** Runs the statements of rules. */

import type { SyntaxNode } from '@lezer/common';
import { assign } from './assign.js';
import { makeFunction } from './call.js';
import { iterate } from './evaluate-expression.js';
import { binary } from './operators.js';
import { RuleFault } from './rule-error.js';
import type { Scope } from './scope.js';
import { childrenOf, partsOf } from './syntax.js';
import { checkType } from './type-annotations.js';
import { isTruthy, StarList, StarTuple, type Value } from './values.js';

/** How a statement ended: on to the next one, out of or on with a loop, or out of the function. */
type Outcome = 'next' | 'break' | 'continue' | { readonly returned: Value };

export function runProgram(program: SyntaxNode, scope: Scope): void {
  runAll(partsOf(program), scope);
}

/** Runs a function's body. @returns what it returns */
export function runBody(body: SyntaxNode, scope: Scope): Value {
  const outcome = runAll(partsOf(body), scope);
  return typeof outcome === 'object' ? outcome.returned : null;
}

function runAll(statements: readonly SyntaxNode[], scope: Scope): Outcome {
  for (const statement of statements) {
    const outcome = runOne(statement, scope);
    if (outcome !== 'next') return outcome;
  }
  return 'next';
}

function runOne(node: SyntaxNode, scope: Scope): Outcome {
  scope.budget.step(node);
  switch (node.name) {
    case 'ExpressionStatement':
      valueOf(childrenOf(node), scope);
      return 'next';
    case 'AssignStatement':
      runAssignment(node, scope);
      return 'next';
    case 'UpdateStatement':
      runUpdate(node, scope);
      return 'next';
    case 'IfStatement':
      return runIf(node, scope);
    case 'ForStatement':
      return runFor(node, scope);
    case 'FunctionDefinition':
      runDefinition(node, scope);
      return 'next';
    case 'ReturnStatement':
      return { returned: valueOf(childrenOf(node).slice(1), scope) };
    case 'BreakStatement':
      return 'break';
    case 'ContinueStatement':
      return 'continue';
    case 'PassStatement':
      return 'next';
    case 'StatementGroup':
      return runAll(partsOf(node), scope);
    default:
      throw new RuleFault('text that is not of the language', node);
  }
}

/** One value, or a tuple where there are commas. */
function valueOf(nodes: readonly SyntaxNode[], scope: Scope): Value {
  const values = nodes.filter(({ name }) => name !== ',').map((part) => scope.evaluate(part));
  if (values.length === nodes.length && values.length < 2) return values[0] ?? null;
  return new StarTuple(values);
}

function runAssignment(node: SyntaxNode, scope: Scope): void {
  const children = childrenOf(node).filter(({ name }) => name !== 'TypeDef');
  const at = children.findIndex(({ name }) => name === 'AssignOp');
  if (at < 0) return;
  if (children.filter(({ name }) => name === 'AssignOp').length > 1) {
    throw new RuleFault('one value for several names in a row', node);
  }
  const value = valueOf(children.slice(at + 1), scope);
  const type = node.getChild('TypeDef');
  if (type !== null) checkType(type, value, { scope, span: node });
  assign(children.slice(0, at), value, scope);
}

/** `target += value`; a list grows in its place. */
function runUpdate(node: SyntaxNode, scope: Scope): void {
  const [target, operator, ...rest] = childrenOf(node);
  if (target === undefined || operator === undefined) throw new RuleFault('nothing there', node);
  const sign = scope.textOf(operator).slice(0, -1);
  const old = scope.evaluate(target);
  const value = valueOf(rest, scope);
  if (sign === '+' && old instanceof StarList && value instanceof StarList) {
    old.refuseWhenHeld(node);
    old.items.push(...value.items);
    return;
  }
  assign([target], binary(sign, [old, value], node), scope);
}

function runIf(node: SyntaxNode, scope: Scope): Outcome {
  const parts = partsOf(node);
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part === undefined) break;
    if (part.name === 'Body') return runAll(partsOf(part), scope);
    if (!isTruthy(scope.evaluate(part))) index += 1;
  }
  return 'next';
}

function runFor(node: SyntaxNode, scope: Scope): Outcome {
  const children = childrenOf(node).slice(1);
  const at = children.findIndex(({ name }) => name === 'in');
  const body = children.at(-1);
  const [items] = children.slice(at + 1, -1);
  if (body === undefined || items === undefined) throw new RuleFault('nothing there', node);
  return eachOf(items, scope, (item) => {
    assign(children.slice(0, at), item, scope);
    return runAll(partsOf(body), scope);
  });
}

function eachOf(items: SyntaxNode, scope: Scope, run: (item: Value) => Outcome): Outcome {
  let outcome: Outcome = 'next';
  iterate(items, scope, (item) => {
    outcome = run(item);
    return outcome === 'next' || outcome === 'continue';
  });
  return typeof outcome === 'object' ? outcome : 'next';
}

function runDefinition(node: SyntaxNode, scope: Scope): void {
  const [name] = partsOf(node);
  if (name === undefined) return;
  const text = scope.textOf(name);
  scope.set(text, makeFunction(text, node, scope));
}
