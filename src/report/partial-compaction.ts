/**
 * The part that a trace holds of a compaction by the provider (newer form), which is not what was sent: the items with
 * ids and labels that the request does not have, base instructions and tools in other places, and for lite models
 * another `parallel_tool_calls`. What is left is the model, the base instructions, and the items.
 */

import { elementsOf, type FieldText, fieldsOf } from './json-text.js';

const metadataKey = 'internal_chat_message_metadata_passthrough';

/** What can be compared of a traced or a rendered request. */
export function comparablePart(fields: readonly FieldText[]): readonly FieldText[] {
  const value = (key: string): string | undefined =>
    fields.find((field) => field.key === key)?.value;
  const items = elementsOf(value('input') ?? '[]').filter((item) => !isToolsItem(item));
  const field = value('instructions');
  const hasField = field !== undefined && field !== '""';
  const base = hasField ? field : baseText(items[0]);
  const rest = hasField || base === undefined ? items : items.slice(1);
  return [
    { key: 'model', value: value('model') ?? 'null' },
    { key: 'instructions', value: base ?? '""' },
    { key: 'input', value: `[${rest.map(withoutNames).join(',')}]` },
  ];
}

/** Tools stand in front of the input of lite models. */
function isToolsItem(item: string): boolean {
  return item.startsWith('{"type":"additional_tools"');
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

function objectOf(fields: readonly FieldText[]): string {
  return `{${fields.map(({ key, value }) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}
