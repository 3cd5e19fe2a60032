/** Methods of texts, lists and dicts, as far as rules have a use for them. */

import { formatBraces } from './format-text.js';
import { RuleFault } from './rule-error.js';
import {
  type CallArguments,
  isEqual,
  itemsOf,
  StarDict,
  StarFunction,
  StarList,
  StarTuple,
  typeName,
  type Value,
} from './values.js';

/** @returns undefined where the value has no such method */
export function methodOf(value: Value, name: string): StarFunction | undefined {
  const run = methodsOf(value)[name];
  if (run === undefined) return undefined;
  return new StarFunction(name, (args) => {
    if (value instanceof StarList && name !== 'index') value.refuseWhenHeld(args.span);
    return run(args);
  });
}

type Methods = Readonly<Partial<Record<string, (args: CallArguments) => Value>>>;

function methodsOf(value: Value): Methods {
  if (typeof value === 'string') return textMethods(value);
  if (value instanceof StarList) return listMethods(value);
  return value instanceof StarDict ? dictMethods(value) : {};
}

function textMethods(text: string): Methods {
  return {
    capitalize: () => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
    count: (args) => BigInt(text.split(textAt(args, 0)).length - 1),
    endswith: (args) => choices(args).some((end) => text.endsWith(end)),
    find: (args) => BigInt(text.indexOf(textAt(args, 0))),
    format: (args) => formatBraces(text, args),
    isalpha: () => /^\p{L}+$/u.test(text),
    isdigit: () => /^\p{Nd}+$/u.test(text),
    join: (args) => texts(args).join(text),
    lower: () => text.toLowerCase(),
    lstrip: (args) => text.replace(edge(args, 'start'), ''),
    removeprefix: (args) => {
      const prefix = textAt(args, 0);
      return text.startsWith(prefix) ? text.slice(prefix.length) : text;
    },
    removesuffix: (args) => {
      const suffix = textAt(args, 0);
      return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
    },
    replace: (args) => text.replaceAll(textAt(args, 0), () => textAt(args, 1)),
    rstrip: (args) => text.replace(edge(args, 'end'), ''),
    split: (args) => new StarList(split(text, args)),
    splitlines: () => new StarList(text.replace(/\n$/, '').split(/\r\n|\r|\n/)),
    startswith: (args) => choices(args).some((start) => text.startsWith(start)),
    strip: (args) => text.replace(edge(args, 'start'), '').replace(edge(args, 'end'), ''),
    title: () =>
      text.replaceAll(
        /\p{L}+/gu,
        (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
      ),
    upper: () => text.toUpperCase(),
    elems: () => new StarList(Array.from(text)),
  };
}

function listMethods(list: StarList): Methods {
  const indexOf = (args: CallArguments): number => {
    const at = list.items.findIndex((item) => isEqual(item, valueAt(args, 0)));
    if (at < 0) throw new RuleFault('the list has no such item', args.span);
    return at;
  };
  return {
    append: (args) => {
      list.items.push(valueAt(args, 0));
      return null;
    },
    clear: () => {
      list.items.length = 0;
      return null;
    },
    extend: (args) => {
      const items = itemsOf(valueAt(args, 0));
      if (items === undefined) throw new RuleFault('a list is wanted', args.span);
      list.items.push(...items);
      return null;
    },
    index: (args) => BigInt(indexOf(args)),
    insert: (args) => {
      list.items.splice(Number(valueAt(args, 0)), 0, valueAt(args, 1));
      return null;
    },
    pop: (args) => {
      const at = args.positional.length === 0 ? -1 : Number(valueAt(args, 0));
      const [item] = list.items.splice(at, 1);
      if (item === undefined) throw new RuleFault('the list has no such item', args.span);
      return item;
    },
    remove: (args) => {
      list.items.splice(indexOf(args), 1);
      return null;
    },
  };
}

function dictMethods(dict: StarDict): Methods {
  const rows = (): { readonly key: Value; readonly value: Value }[] => [...dict.entries.values()];
  return {
    get: (args) => dict.get(valueAt(args, 0)) ?? args.positional[1] ?? null,
    items: () => new StarList(rows().map(({ key, value }) => new StarTuple([key, value]))),
    keys: () => new StarList(rows().map(({ key }) => key)),
    setdefault: (args) => {
      const key = valueAt(args, 0);
      const held = dict.get(key) ?? args.positional[1] ?? null;
      dict.set(key, held);
      return held;
    },
    values: () => new StarList(rows().map(({ value }) => value)),
  };
}

/** @throws RuleFault when it was not given */
export function valueAt({ positional, span }: CallArguments, index: number): Value {
  const value = positional[index];
  if (value === undefined) throw new RuleFault('a value is missing', span);
  return value;
}

function textAt(args: CallArguments, index: number): string {
  const value = valueAt(args, index);
  if (typeof value === 'string') return value;
  throw new RuleFault(`a text is wanted, not ${typeName(value)}`, args.span);
}

/** A text, or a tuple of texts of which one will do. */
function choices(args: CallArguments): string[] {
  const value = valueAt(args, 0);
  return value instanceof StarTuple ? texts(args) : [textAt(args, 0)];
}

function texts(args: CallArguments): string[] {
  const items = itemsOf(valueAt(args, 0)) ?? [];
  return items.map((item) => {
    if (typeof item === 'string') return item;
    throw new RuleFault(`a text is wanted, not ${typeName(item)}`, args.span);
  });
}

function split(text: string, args: CallArguments): string[] {
  const { positional } = args;
  if (positional.length === 0 || positional[0] === null) {
    return text.split(/\s+/).filter((word) => word !== '');
  }
  const separator = textAt(args, 0);
  if (separator === '') throw new RuleFault('an empty separator', args.span);
  const words = text.split(separator);
  const most = typeof positional[1] === 'bigint' ? Number(positional[1]) : -1;
  if (most < 0 || words.length <= most + 1) return words;
  return [...words.slice(0, most), words.slice(most).join(separator)];
}

/** White space at an end, or the characters that were given. */
function edge(args: CallArguments, side: 'start' | 'end'): RegExp {
  const given = args.positional.length === 0 ? undefined : textAt(args, 0);
  const characters =
    given === undefined ? String.raw`\s` : given.replaceAll(/[\\\]^-]/g, String.raw`\$&`);
  if (characters === '') return /(?!)/;
  return new RegExp(side === 'start' ? `^[${characters}]+` : `[${characters}]+$`, 'u');
}
