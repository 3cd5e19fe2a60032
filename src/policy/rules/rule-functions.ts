/** The three functions that rules are made with (spec 2 §5.2). */

import { isAbsolutePath, normalisePath, pathComponents } from '../lexical-path.js';
import { networkHost } from './network-host.js';
import { RuleFault, type Span } from './rule-error.js';
import type { Decision, NetworkRule, PrefixRule } from './rule-set.js';
import { readExamples } from './rule-examples.js';
import { type CallArguments, StarFunction, StarList, typeName, type Value } from './values.js';

/** What one call of `prefix_rule` made, with what it says must and must not match. */
export interface DeclaredRule {
  readonly rules: readonly PrefixRule[];
  readonly match: readonly (readonly string[])[];
  readonly notMatch: readonly (readonly string[])[];
  readonly span: Span;
}

/** Where the functions put what they make. */
export interface RuleSink {
  readonly declared: DeclaredRule[];
  readonly networkRules: NetworkRule[];
  readonly hostExecutables: Map<string, readonly string[]>;
}

export function ruleFunctions(sink: RuleSink): Map<string, Value> {
  const functions = {
    prefix_rule: (args: CallArguments) => prefixRule(args, sink),
    network_rule: (args: CallArguments) => networkRule(args, sink),
    host_executable: (args: CallArguments) => hostExecutable(args, sink),
  };
  return new Map(
    Object.entries(functions).map(([name, run]) => [name, new StarFunction(name, run)]),
  );
}

const parametersOf = {
  prefix_rule: ['pattern', 'decision', 'match', 'not_match', 'justification'],
  network_rule: ['host', 'protocol', 'decision', 'justification'],
  host_executable: ['name', 'paths'],
} as const;

function prefixRule(args: CallArguments, sink: RuleSink): null {
  const values = named(parametersOf.prefix_rule, args);
  const pattern = listOf('pattern', required('pattern', values, args), args.span).items;
  const decision = decisionOf(optionalText('decision', values, args) ?? 'allow', args.span);
  const justification = justificationOf(values, args);
  const [first, ...rest] = pattern.map((element) => patternWords(element, args.span));
  if (first === undefined) throw new RuleFault('invalid pattern element: it is empty', args.span);
  const because = justification === undefined ? {} : { justification };
  sink.declared.push({
    rules: first.map((word) => Object.assign({ first: word, rest, decision }, because)),
    match: readExamples(optionalList('match', values, args), args.span),
    notMatch: readExamples(optionalList('not_match', values, args), args.span),
    span: args.span,
  });
  return null;
}

/** A word, or a list of alternatives for it. */
function patternWords(element: Value, span: Span): string[] {
  if (typeof element === 'string') return [element];
  if (!(element instanceof StarList)) {
    throw new RuleFault(`invalid pattern element: ${typeName(element)}`, span);
  }
  if (element.items.length === 0) {
    throw new RuleFault('invalid pattern element: no alternatives', span);
  }
  return element.items.map((word) => {
    if (typeof word === 'string') return word;
    throw new RuleFault(`invalid pattern element: ${typeName(word)} as an alternative`, span);
  });
}

const protocols: Readonly<Partial<Record<string, NetworkRule['protocol']>>> = {
  http: 'http',
  https: 'https',
  https_connect: 'https',
  'http-connect': 'https',
  socks5_tcp: 'socks5_tcp',
  socks5_udp: 'socks5_udp',
};

function networkRule(args: CallArguments, sink: RuleSink): null {
  const values = named(parametersOf.network_rule, args);
  const text = (name: string): string => textValue(name, required(name, values, args), args.span);
  const protocol = protocols[text('protocol')];
  if (protocol === undefined) {
    throw new RuleFault(`invalid rule: no such protocol: ${text('protocol')}`, args.span);
  }
  const word = text('decision');
  const justification = justificationOf(values, args);
  sink.networkRules.push({
    host: networkHost(text('host'), args.span),
    protocol,
    decision: word === 'deny' ? 'forbidden' : decisionOf(word, args.span),
    ...(justification === undefined ? {} : { justification }),
  });
  return null;
}

function hostExecutable(args: CallArguments, sink: RuleSink): null {
  const values = named(parametersOf.host_executable, args);
  const { span } = args;
  const name = textValue('name', required('name', values, args), span);
  if (name === '' || name.includes('/') || name === '.' || name === '..') {
    throw new RuleFault(`invalid rule: ${JSON.stringify(name)} is no bare name`, span);
  }
  const paths = listOf('paths', required('paths', values, args), span).items.map((value) => {
    const path = textValue('paths', value, span);
    if (!isAbsolutePath(path)) throw new RuleFault(`invalid rule: ${path} is not absolute`, span);
    const normal = normalisePath(path);
    if (pathComponents(normal).at(-1) === name) return normal;
    throw new RuleFault(`invalid rule: ${path} is no path of ${name}`, span);
  });
  sink.hostExecutables.set(name, [...new Set(paths)]);
  return null;
}

/** The values by parameter, whether they came by place or by name. */
function named(
  parameters: readonly string[],
  { positional, named, span }: CallArguments,
): Map<string, Value> {
  const values = new Map(named);
  if (positional.length > parameters.length) throw new RuleFault('too many values', span);
  for (const [index, value] of positional.entries()) {
    const name = parameters[index] ?? '';
    if (values.has(name)) throw new RuleFault(`${name} is given twice`, span);
    values.set(name, value);
  }
  const unknown = [...values.keys()].filter((name) => !parameters.includes(name));
  if (unknown.length > 0) throw new RuleFault(`no such parameter: ${unknown.join(', ')}`, span);
  return values;
}

function required(name: string, values: ReadonlyMap<string, Value>, args: CallArguments): Value {
  const value = values.get(name);
  if (value === undefined) throw new RuleFault(`${name} is missing`, args.span);
  return value;
}

function optionalText(
  name: string,
  values: ReadonlyMap<string, Value>,
  args: CallArguments,
): string | undefined {
  const value = values.get(name);
  return value === undefined ? undefined : textValue(name, value, args.span);
}

function optionalList(
  name: string,
  values: ReadonlyMap<string, Value>,
  args: CallArguments,
): readonly Value[] {
  const value = values.get(name);
  return value === undefined ? [] : listOf(name, value, args.span).items;
}

function textValue(name: string, value: Value, span: Span): string {
  if (typeof value === 'string') return value;
  throw new RuleFault(`${name} wants a string, not ${typeName(value)}`, span);
}

function listOf(name: string, value: Value, span: Span): StarList {
  if (value instanceof StarList) return value;
  throw new RuleFault(`${name} wants a list, not ${typeName(value)}`, span);
}

function decisionOf(word: string, span: Span): Decision {
  if (word === 'allow' || word === 'prompt' || word === 'forbidden') return word;
  throw new RuleFault(`invalid decision: ${word}`, span);
}

function justificationOf(
  values: ReadonlyMap<string, Value>,
  args: CallArguments,
): string | undefined {
  const text = optionalText('justification', values, args);
  if (text !== undefined && text.trim() === '') {
    throw new RuleFault('invalid rule: a justification that says nothing', args.span);
  }
  return text;
}
