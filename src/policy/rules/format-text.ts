/** Texts with places to fill: `%` and `.format()`. */

import { RuleFault, type Span } from './rule-error.js';
import { type CallArguments, reprOf, StarTuple, textOf, type Value } from './values.js';

/** `"%s of %d" % (name, count)` */
export function formatPercent(template: string, argument: Value, span: Span): string {
  const values = argument instanceof StarTuple ? argument.items : [argument];
  let used = 0;
  const take = (): Value => {
    const value = values[used];
    if (value === undefined) throw new RuleFault('not enough values for the text', span);
    used += 1;
    return value;
  };
  const text = template.replaceAll(/%([^])?/g, (whole, kind = '') => {
    if (kind === '%') return '%';
    const value = take();
    if (kind === 's') return textOf(value);
    if (kind === 'r') return reprOf(value);
    if (kind === 'd' && typeof value === 'bigint') return String(value);
    throw new RuleFault(`${JSON.stringify(whole)} is no place that this value can fill`, span);
  });
  if (used < values.length) throw new RuleFault('more values than places in the text', span);
  return text;
}

/** `"{} {name}".format(value, name = other)` */
export function formatBraces(template: string, { positional, named, span }: CallArguments): string {
  let next = 0;
  return template.replaceAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (whole, field?: string) => {
    if (whole === '{{' || whole === '}}') return whole.slice(1);
    if (field === undefined) throw new RuleFault('a brace without its other half', span);
    const [key = '', conversion] = field.split('!');
    const index = key === '' ? String(next++) : key;
    const value = /^\d+$/.test(index) ? positional[Number(index)] : named.get(index);
    if (value === undefined) throw new RuleFault(`no value for {${field}}`, span);
    return conversion === 'r' ? reprOf(value) : textOf(value);
  });
}
