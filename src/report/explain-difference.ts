/** Recognises differences that no rollout could have avoided: settings that Codex does not record. */

import { elementsOf, type FieldText, fieldsOf } from './json-text.js';

interface Setting {
  readonly explanation: string;
  /** The request without the setting. */
  readonly without: (fields: readonly FieldText[]) => readonly FieldText[];
}

const settings: readonly Setting[] = [
  {
    explanation: 'the session ran with base instructions that the rollout does not record',
    without: withoutBase,
  },
  {
    explanation: 'the turn asked for an answer by a schema, which the rollout does not record',
    without: (fields) => fields.flatMap(withoutFormat),
  },
];

/**
 * Why two requests differ, when they are equal but for one such setting.
 * @param traced the fields that are compared
 */
export function explainDifference(
  traced: readonly FieldText[],
  rendered: readonly FieldText[],
): string | undefined {
  if (isSame(traced, rendered)) return undefined;
  return settings.find(({ without }) => isSame(without(traced), without(rendered)))?.explanation;
}

function isSame(one: readonly FieldText[], other: readonly FieldText[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ key, value }, at) => other[at]?.key === key && other[at].value === value);
}

/** Base instructions are a field, or a developer message in front of the input. */
function withoutBase(fields: readonly FieldText[]): readonly FieldText[] {
  if (fields.some(({ key }) => key === 'instructions')) {
    return fields.filter(({ key }) => key !== 'instructions');
  }
  return fields.map(({ key, value }) => ({
    key,
    value: key === 'input' ? withoutBaseItem(value) : value,
  }));
}

function withoutBaseItem(input: string): string {
  const items = elementsOf(input);
  const position = items.findIndex((item) => !item.startsWith('{"type":"additional_tools"'));
  const isBase = fieldsOf(items[position] ?? '{}').some(
    ({ key, value }) => key === 'role' && value === '"developer"',
  );
  return items.filter((_, at) => !isBase || at !== position).join(',');
}

function withoutFormat({ key, value }: FieldText): readonly FieldText[] {
  if (key !== 'text') return [{ key, value }];
  const rest = fieldsOf(value).filter((field) => field.key !== 'format');
  if (rest.length === 0) return [];
  return [{ key, value: rest.map((field) => `${field.key}:${field.value}`).join(',') }];
}
