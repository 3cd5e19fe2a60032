/** The parts of a request body around its input: keys in recorded order, and how surely each is known (spec 1 §8, spec 4 §3.2). */

import type { Fidelity } from '../contract/request.js';
import type { RulesProfile } from '../contract/rules.js';
import type { RequestSettings } from './choose-settings.js';

/** Which request it is, as far as its keys depend on it. */
export type BodyForm = 'responses' | 'local-compaction' | 'remote-compaction-v1';

export interface BodyInput {
  readonly form: BodyForm;
  readonly rules: RulesProfile;
  readonly settings: RequestSettings | undefined;
  readonly hasCatalog: boolean;
  /** Base instructions as a JSON string, undefined when they are not known. */
  readonly instructions: string | undefined;
  readonly instructionsFidelity: Fidelity;
  readonly inputFidelity: Fidelity;
  /** Tools as a JSON array, undefined when they are not known. */
  readonly tools: string | undefined;
  readonly promptCacheKey: string;
}

export interface BodyFrame {
  /** Everything before the input's elements, from the opening brace to `"input":[`. */
  readonly head: string;
  /** Everything behind them. */
  readonly tail: string;
  readonly fidelity: Readonly<Record<string, Fidelity>>;
}

interface Field {
  /** JSON, or undefined for a field that is left out. */
  readonly value: string | undefined;
  /** Undefined when the request has no such key at all. */
  readonly fidelity: Fidelity | undefined;
}

const exact = (value: string): Field => ({ value, fidelity: 'exact' });
const rendered = (value: string): Field => ({ value, fidelity: 'rendered' });
const absent: Field = { value: undefined, fidelity: undefined };
const unknown = (note: string): Field => ({ value: undefined, fidelity: `unknown: ${note}` });

/** Puts the body's frame together. */
export function frameBody(body: BodyInput): BodyFrame {
  const fields = fieldsOf(body);
  const order = keyOrder(body);
  const position = order.indexOf('input');
  const written = (keys: readonly string[]): string[] =>
    keys.flatMap((key) => {
      const value = fields[key]?.value;
      return value === undefined ? [] : [`"${key}":${value}`];
    });
  const before = written(order.slice(0, position));
  const after = written(order.slice(position + 1));
  const fidelity: Record<string, Fidelity> = {};
  for (const key of order) {
    const known = key === 'input' ? body.inputFidelity : fields[key]?.fidelity;
    if (known !== undefined) fidelity[key] = known;
  }
  return {
    head: `{${[...before, '"input":['].join(',')}`,
    tail: `]${after.map((field) => `,${field}`).join('')}}`,
    fidelity,
  };
}

function keyOrder(body: BodyInput): readonly string[] {
  if (body.form === 'remote-compaction-v1') {
    return [
      'model',
      'input',
      'instructions',
      'tools',
      'parallel_tool_calls',
      'reasoning',
      'prompt_cache_key',
      'text',
    ];
  }
  const rest = ['tools', 'tool_choice', 'parallel_tool_calls', 'reasoning', 'store'];
  const end = ['prompt_cache_key', 'text', 'client_metadata'];
  return body.rules.keyOrder === 'stream_first'
    ? ['model', 'stream', 'service_tier', 'input', ...rest, 'include', ...end]
    : ['model', 'instructions', 'input', ...rest, 'stream', 'include', 'service_tier', ...end];
}

function fieldsOf(body: BodyInput): Readonly<Partial<Record<string, Field>>> {
  const { settings, rules } = body;
  const isLite = settings?.model.isLite === true;
  const hasInstructionsKey = rules.baseLocation === 'instructions' && !isLite;
  return {
    model:
      settings === undefined
        ? unknown('no turn context names it')
        : exact(JSON.stringify(settings.model.slug)),
    instructions: hasInstructionsKey ? instructionsField(body) : absent,
    tools: isLite ? absent : toolsField(body),
    tool_choice: rendered('"auto"'),
    parallel_tool_calls: parallelField(body, isLite),
    reasoning: reasoningField(body, isLite),
    store: { value: 'false', fidelity: 'assumed: no Azure endpoint' },
    stream: rendered('true'),
    include: rendered('["reasoning.encrypted_content"]'),
    service_tier:
      settings?.serviceTier === undefined ? absent : rendered(JSON.stringify(settings.serviceTier)),
    prompt_cache_key: exact(JSON.stringify(body.promptCacheKey)),
    text: textField(body),
    client_metadata: unknown('not recorded'),
  };
}

function instructionsField(body: BodyInput): Field {
  if (body.instructions === undefined) {
    return { value: undefined, fidelity: body.instructionsFidelity };
  }
  // An empty text is no key at all (spec 1 §8.1).
  if (body.instructions === '""') return absent;
  return { value: body.instructions, fidelity: body.instructionsFidelity };
}

function toolsField(body: BodyInput): Field {
  if (body.form === 'local-compaction') return rendered('[]');
  if (body.tools === undefined) return unknown('not recorded; give --tools');
  return { value: body.tools, fidelity: 'assumed: the tools given' };
}

function parallelField(body: BodyInput, isLite: boolean): Field {
  if (isLite || body.form === 'local-compaction') return rendered('false');
  const supported = body.settings?.model.parallelToolCalls;
  if (supported !== undefined) return rendered(String(supported));
  if (body.rules.keyOrder === 'stream_first') return rendered('true');
  return { value: 'true', fidelity: 'assumed: the model is in no catalog' };
}

function reasoningField(body: BodyInput, isLite: boolean): Field {
  const { settings } = body;
  if (settings === undefined) return unknown('no turn context names the model');
  const value: Record<string, string> = {};
  if (settings.effort !== undefined) value['effort'] = settings.effort;
  if (settings.summary !== undefined) value['summary'] = settings.summary;
  if (isLite) value['context'] = 'all_turns';
  if (settings.model.isKnown) return rendered(JSON.stringify(value));
  if (settings.effort === undefined) {
    return unknown('the default effort of a model that is in no catalog');
  }
  return { value: JSON.stringify(value), fidelity: 'assumed: the model is in no catalog' };
}

function textField(body: BodyInput): Field {
  const model = body.settings?.model;
  if (model === undefined || !model.isKnown) {
    return unknown('the verbosity of a model that is in no catalog');
  }
  if (model.verbosity === undefined) return absent;
  return rendered(JSON.stringify({ verbosity: model.verbosity }));
}
