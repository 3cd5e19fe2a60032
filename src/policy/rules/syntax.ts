/** Parses rules, and refuses what Python has and their language has not. */

import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { RuleFault, type Span } from './rule-error.js';

/** @throws RuleFault at the first place that is not of the language */
export function parseProgram(text: string): SyntaxNode {
  if (text.startsWith('\ufeff')) {
    throw new RuleFault('a byte order mark at the beginning', { from: 0, to: 1 });
  }
  const program = parser.parse(text).topNode;
  refuseTabs(program, text);
  refuseIndentation(program, text);
  const bound = new Set(builtInNames);
  visit(program, (node) => collectBound(node, text, bound));
  visit(program, (node) => checkNode(node, text, bound));
  return program;
}

/** The children of a node, its comments left out. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'Comment') children.push(child);
  }
  return children;
}

/** The children that are no punctuation: names of nodes begin with a capital letter. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => /^[A-Z]/.test(name));
}

/** The names that a function's body gives a value to, functions within it left out. */
export function localNames(body: SyntaxNode, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (node: SyntaxNode): void => {
    if (node.name === 'AssignStatement' || node.name === 'ForStatement') {
      collectTargets(node, text, names);
    } else if (node.name === 'UpdateStatement') {
      const [target] = partsOf(node);
      if (target?.name === 'VariableName') names.add(text.slice(target.from, target.to));
    }
    if (node.name === 'FunctionDefinition') return;
    for (const child of childrenOf(node)) look(child);
  };
  for (const child of childrenOf(body)) look(child);
  return names;
}

/** Names that need no definition. */
export const builtInNames = [
  'None',
  'True',
  'False',
  'prefix_rule',
  'network_rule',
  'host_executable',
  'len',
  'range',
  'str',
  'int',
  'float',
  'bool',
  'list',
  'tuple',
  'dict',
  'type',
  'repr',
  'sorted',
  'reversed',
  'enumerate',
  'zip',
  'min',
  'max',
  'any',
  'all',
  'abs',
  'fail',
  'hasattr',
  'ord',
  'chr',
];

/** Tabs may stand in texts and comments only. An indentation begins at the line end before it. */
function refuseTabs(program: SyntaxNode, text: string): void {
  for (const { index } of text.matchAll(/\n? *\t/g)) {
    const at = text.indexOf('\t', index);
    const { name } = program.resolveInner(at, 1);
    if (['String', 'FormatString', 'Comment', 'Escape'].includes(name)) continue;
    throw new RuleFault('a tab: use spaces', { from: index, to: at + 1 });
  }
}

function refuseIndentation(program: SyntaxNode, text: string): void {
  for (const { from, to } of partsOf(program)) {
    const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
    if (/^ +$/.test(line)) throw new RuleFault('an indentation without a block', { from, to });
  }
}

function visit(node: SyntaxNode, see: (node: SyntaxNode) => void): void {
  see(node);
  for (const child of childrenOf(node)) visit(child, see);
}

/** Adds the names that a node gives a value to. */
function collectBound(node: SyntaxNode, text: string, bound: Set<string>): void {
  switch (node.name) {
    case 'AssignStatement':
    case 'ForStatement':
    case 'FunctionDefinition':
    case 'ParamList':
    case 'ArrayComprehensionExpression':
    case 'DictionaryComprehensionExpression':
      collectTargets(node, text, bound);
      break;
    default:
  }
}

function collectTargets(node: SyntaxNode, text: string, bound: Set<string>): void {
  visit(node, ({ name, from, to, parent }) => {
    const isName =
      name === 'VariableName' && parent?.name !== 'MemberExpression' && parent?.name !== 'TypeDef';
    if (isName && isTarget(node, from, text)) bound.add(text.slice(from, to));
  });
}

/** Whether a name within a binding node stands before the value that it is given. */
function isTarget(node: SyntaxNode, from: number, text: string): boolean {
  if (node.name === 'ParamList') return true;
  if (node.name === 'FunctionDefinition') return partsOf(node)[0]?.from === from;
  if (node.name === 'AssignStatement') {
    const last = childrenOf(node).findLast(({ name }) => name === 'AssignOp');
    return last !== undefined && from < last.from;
  }
  const before = text.slice(node.from, from);
  return /\bfor\b(?:(?!\bin\b)[^])*$/.test(before);
}

const allowed = new Set([
  'Script',
  'ExpressionStatement',
  'AssignStatement',
  'UpdateStatement',
  'ForStatement',
  'IfStatement',
  'FunctionDefinition',
  'ReturnStatement',
  'PassStatement',
  'BreakStatement',
  'ContinueStatement',
  'StatementGroup',
  'Body',
  'ParamList',
  'ArgList',
  'TypeDef',
  'VariableName',
  'PropertyName',
  'Number',
  'String',
  'FormatString',
  'FormatReplacement',
  'Escape',
  'Boolean',
  'None',
  'ArrayExpression',
  'TupleExpression',
  'ParenthesizedExpression',
  'DictionaryExpression',
  'ArrayComprehensionExpression',
  'DictionaryComprehensionExpression',
  'LambdaExpression',
  'ConditionalExpression',
  'BinaryExpression',
  'UnaryExpression',
  'CallExpression',
  'MemberExpression',
  'AssignOp',
  'UpdateOp',
  'CompareOp',
  'ArithOp',
  'BitOp',
]);

function checkNode(node: SyntaxNode, text: string, bound: ReadonlySet<string>): void {
  const span = { from: node.from, to: node.to };
  if (node.type.isError) {
    throw new RuleFault('text that is not of the language', wrongAt(span, text));
  }
  if (node.firstChild?.name === 'async') {
    throw new RuleFault('async, which rules do not have', span);
  }
  if (/^[A-Z]/.test(node.name) && !allowed.has(node.name)) {
    throw new RuleFault(`${node.name}, which rules do not have`, span);
  }
  switch (node.name) {
    case 'VariableName':
      if (!/^\w+$/.test(text.slice(span.from, span.to))) {
        throw new RuleFault('a name with letters beyond a to z', span);
      }
      if (isUse(node) && !bound.has(text.slice(span.from, span.to))) {
        throw new RuleFault(`no such name: ${text.slice(span.from, span.to)}`, span);
      }
      break;
    case 'ReturnStatement':
      if (!isInside(node, 'FunctionDefinition')) throw new RuleFault('return outside a def', span);
      break;
    case 'BreakStatement':
    case 'ContinueStatement':
      if (!isInside(node, 'ForStatement')) throw new RuleFault('outside a loop', span);
      break;
    case 'BinaryExpression':
      if (isComparison(node) && partsOf(node).some(isComparison)) {
        throw new RuleFault('comparisons in a row', span);
      }
      break;
    default:
  }
}

/** Where something is missing: what is there instead, or the last thing that is there. */
function wrongAt({ from, to }: Span, text: string): Span {
  const next = text.slice(from).search(/\S/);
  if (to > from || next >= 0) return { from: to > from ? from : from + next, to: to + 1 };
  const end = text.slice(0, from).trimEnd().length;
  return { from: Math.max(0, end - 1), to: end };
}

/** Names of named arguments are not looked up. */
function isUse(node: SyntaxNode): boolean {
  return !(node.parent?.name === 'ArgList' && node.nextSibling?.name === 'AssignOp');
}

function isComparison(node: SyntaxNode): boolean {
  if (node.name !== 'BinaryExpression') return false;
  return childrenOf(node).some(({ name }) => ['CompareOp', 'in', 'not', 'is'].includes(name));
}

function isInside(node: SyntaxNode, name: string): boolean {
  for (let { parent } = node; parent !== null; { parent } = parent) {
    if (parent.name === name) return true;
    if (name === 'ForStatement' && parent.name === 'FunctionDefinition') return false;
  }
  return false;
}
