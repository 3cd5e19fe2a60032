/** What the operators of rules do with values. */

import { formatPercent } from './format-text.js';
import { RuleFault, type Span } from './rule-error.js';
import {
  isEqual,
  itemsOf,
  StarDict,
  StarList,
  StarTuple,
  textOf,
  typeName,
  type Value,
} from './values.js';

/** Lists and texts may not grow beyond this by being repeated. */
const mostItems = 100_000;

export function binary(
  operator: string,
  [left, right]: readonly [Value, Value],
  span: Span,
): Value {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case 'in':
      return contains(right, left, span);
    case 'not in':
      return !contains(right, left, span);
    case '<':
      return order(left, right, span) < 0;
    case '<=':
      return order(left, right, span) <= 0;
    case '>':
      return order(left, right, span) > 0;
    case '>=':
      return order(left, right, span) >= 0;
    case '%':
      return typeof left === 'string'
        ? formatPercent(left, right, span)
        : arithmetic(operator, [left, right], span);
    case '+':
      return sum(left, right, span);
    case '*':
      return product(left, right, span);
    case '|':
      if (left instanceof StarDict && right instanceof StarDict) return joined(left, right);
      return arithmetic(operator, [left, right], span);
    default:
      return arithmetic(operator, [left, right], span);
  }
}

export function unary(operator: string, value: Value, span: Span): Value {
  if (typeof value === 'bigint' || typeof value === 'number') {
    if (operator === '-') return -value;
    if (operator === '+') return value;
    if (operator === '~' && typeof value === 'bigint') return ~value;
  }
  throw new RuleFault(`${operator} does not go with ${typeName(value)}`, span);
}

function sum(left: Value, right: Value, span: Span): Value {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (left instanceof StarList && right instanceof StarList) {
    return new StarList([...left.items, ...right.items]);
  }
  if (left instanceof StarTuple && right instanceof StarTuple) {
    return new StarTuple([...left.items, ...right.items]);
  }
  return arithmetic('+', [left, right], span);
}

function product(left: Value, right: Value, span: Span): Value {
  if (typeof left === 'bigint' && typeof right !== 'bigint' && typeof right !== 'number') {
    return product(right, left, span);
  }
  if (typeof right !== 'bigint') return arithmetic('*', [left, right], span);
  const count = Math.max(0, Number(right));
  const length = typeof left === 'string' ? left.length : (itemsOf(left)?.length ?? 0);
  if (count * length > mostItems) throw new RuleFault('a value that grows too long', span);
  if (typeof left === 'string') return left.repeat(count);
  if (left instanceof StarList) return new StarList(repeated(left.items, count));
  if (left instanceof StarTuple) return new StarTuple(repeated(left.items, count));
  return arithmetic('*', [left, right], span);
}

function repeated(items: readonly Value[], count: number): Value[] {
  return Array.from({ length: count }, () => items).flat();
}

function joined(left: StarDict, right: StarDict): StarDict {
  const both = new StarDict();
  for (const { key, value } of [...left.entries.values(), ...right.entries.values()]) {
    both.set(key, value);
  }
  return both;
}

function contains(container: Value, item: Value, span: Span): boolean {
  if (typeof container === 'string' && typeof item === 'string') return container.includes(item);
  const items = itemsOf(container);
  if (items === undefined) throw unsupported('in', [item, container], span);
  return items.some((candidate) => isEqual(candidate, item));
}

function order(left: Value, right: Value, span: Span): number {
  if (typeof left === 'string' && typeof right === 'string') {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  const isNumber = (value: Value): value is bigint | number =>
    typeof value === 'bigint' || typeof value === 'number';
  if (isNumber(left) && isNumber(right)) return Number(left > right) - Number(left < right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  const [own, other] = [itemsOf(left), itemsOf(right)];
  if (own === undefined || other === undefined || typeName(left) !== typeName(right)) {
    throw unsupported('<', [left, right], span);
  }
  for (const [index, item] of own.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (!isEqual(item, against)) return order(item, against, span);
  }
  return own.length - other.length;
}

function arithmetic(operator: string, [left, right]: readonly [Value, Value], span: Span): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint' && operator !== '/') {
    return integers(operator, [left, right], span);
  }
  const isFloat = typeof left === 'number' || typeof right === 'number' || operator === '/';
  const areNumbers = [left, right].every(
    (value) => typeof value === 'bigint' || typeof value === 'number',
  );
  if (!isFloat || !areNumbers) throw unsupported(operator, [left, right], span);
  const [own, other] = [Number(left), Number(right)];
  if ('/%//'.includes(operator) && other === 0) throw new RuleFault('division by zero', span);
  switch (operator) {
    case '+':
      return own + other;
    case '-':
      return own - other;
    case '*':
      return own * other;
    case '/':
      return own / other;
    case '//':
      return Math.floor(own / other);
    default:
      throw unsupported(operator, [left, right], span);
  }
}

function integers(operator: string, [left, right]: readonly [bigint, bigint], span: Span): bigint {
  if ('%//'.includes(operator) && right === 0n) throw new RuleFault('division by zero', span);
  if ((operator === '<<' || operator === '>>') && (right < 0n || right > 1000n)) {
    throw new RuleFault('a shift that is too wide', span);
  }
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '//':
      return (left - modulo(left, right)) / right;
    case '%':
      return modulo(left, right);
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return left << right;
    case '>>':
      return left >> right;
    default:
      throw unsupported(operator, [left, right], span);
  }
}

/** The remainder with the sign of the divisor. */
function modulo(left: bigint, right: bigint): bigint {
  return ((left % right) + right) % right;
}

function unsupported(
  operator: string,
  [left, right]: readonly [Value, Value],
  span: Span,
): RuleFault {
  return new RuleFault(
    `${operator} does not go with ${typeName(left)} ${textOf(left)} and ${typeName(right)}`,
    span,
  );
}
