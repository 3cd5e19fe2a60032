/**
 * The part that a trace holds of a compaction by the provider (newer form), which is not what was sent: four fields,
 * the items with ids and labels that the request does not have, the base instructions in a field of their own.
 */

import { elementsOf, type FieldText, fieldsOf } from './json-text.js';

const keysTraced = ['model', 'instructions', 'input', 'parallel_tool_calls'];
const metadataKey = 'internal_chat_message_metadata_passthrough';

/** Of a traced request what can be compared. */
export function partOfTraced(fields: readonly FieldText[]): readonly FieldText[] {
  return fields.map(({ key, value }) =>
    key === 'input' ? { key, value: arrayOf(elementsOf(value).map(withoutNames)) } : { key, value },
  );
}

/** The same of a rendered one. */
export function partOfRendered(fields: readonly FieldText[]): readonly FieldText[] {
  const value = (key: string): string | undefined => fields.find((field) => field.key === key)?.value;
  let items = elementsOf(value('input') ?? '[]');
  let instructions = value('instructions');
  // Tools and base instructions stand in front where they have no field.
  if (instructions === undefined && items[0]?.startsWith('{"type":"additional_tools"') === true) items = items.slice(1);
  const base = instructions === undefined ? baseText(items[0]) : undefined;
  if (base !== undefined) {
    instructions = base;
    items = items.slice(1);
  }
  const part: Readonly<Record<string, string | undefined>> = {
    model: value('model'),
    instructions,
    input: arrayOf(items.map(withoutNames)),
    parallel_tool_calls: value('parallel_tool_calls'),
  };
  return keysTraced.flatMap((key) => {
    const own = part[key];
    return own === undefined ? [] : [{ key, value: own }];
  });
}

/** The text of a developer message of one part, as a JSON string. */
function baseText(item: string | undefined): string | undefined {
  if (item === undefined) return undefined;
  const fields = new Map(fieldsOf(item).map(({ key, value }) => [key, value]));
  if (fields.get('role') !== '"developer"') return undefined;
  const parts = elementsOf(fields.get('content') ?? '[]');
  if (parts.length !== 1) return undefined;
  return fieldsOf(parts[0] ?? '{}').find(({ key }) => key === 'text')?.value;
}

/** An item without its id and without labels of its parts. */
function withoutNames(item: string): string {
  return objectOf(
    fieldsOf(item).flatMap(({ key, value }) => {
      if (key === 'id') return [];
      if (key !== metadataKey) return [{ key, value }];
      const rest = fieldsOf(value).filter((field) => !field.key.startsWith('content_item_'));
      return rest.length === 0 ? [] : [{ key, value: objectOf(rest) }];
    }),
  );
}

function arrayOf(elements: readonly string[]): string {
  return `[${elements.join(',')}]`;
}

function objectOf(fields: readonly FieldText[]): string {
  return `{${fields.map(({ key, value }) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}
