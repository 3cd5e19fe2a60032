/**
 * The shape of every item type as it is sent: which keys, in which order, what stands in for an absent one
 * (spec 3 §1.5, spec 4 §1.2, §4; key order read off the recorded requests).
 */

import { type AtomName, atom } from '../contract/atoms.js';
import type { RulesProfile } from '../contract/rules.js';

/** What a key may hold, and so how its value is copied. */
export type ValueRule =
  | 'string'
  | 'image-result'
  | 'openai-string'
  | 'openai-array'
  | 'effort'
  | 'enum'
  | 'any'
  | 'id'
  | 'metadata'
  | 'message-content'
  | 'agent-content'
  | 'output'
  | 'summary'
  | 'reasoning-content'
  | 'shell-action'
  | 'web-action'
  | 'array'
  | 'object';

export interface FieldShape {
  readonly key: number;
  readonly name: AtomName;
  readonly rule: ValueRule;
  readonly required: boolean;
  /** What is sent for a key that is absent or null. */
  readonly absent: 'omit' | 'null';
  /** Atoms an enum may hold. */
  readonly allowed: readonly number[];
}

export interface ItemShape {
  /** Atom of the type as sent. */
  readonly type: number;
  readonly fields: readonly FieldShape[];
  /** Position of a key in `fields`, from 1, by atom; 0 for keys that are not sent. */
  readonly slots: Uint8Array;
  /** Written by the model. */
  readonly model: boolean;
}

interface FieldOptions {
  readonly required?: boolean;
  readonly absent?: 'omit' | 'null';
  readonly allowed?: readonly AtomName[];
}

function field(name: AtomName, rule: ValueRule, options: FieldOptions = {}): FieldShape {
  return {
    key: atom(name),
    name,
    rule,
    required: options.required ?? false,
    absent: options.absent ?? 'omit',
    allowed: (options.allowed ?? []).map(atom),
  };
}

const required = { required: true } as const;
const orNull = { absent: 'null' } as const;
const id = field('id', 'id');
const metadata = field('internal_chat_message_metadata_passthrough', 'metadata');
const status = field('status', 'string');
const shellStatuses = {
  required: true,
  allowed: ['completed', 'in_progress', 'incomplete'],
} as const;

function toShape(type: number, fields: readonly FieldShape[], model: boolean): ItemShape {
  const slots = new Uint8Array(256);
  for (const [position, { key }] of fields.entries()) slots[key] = position + 1;
  return { type, fields, slots, model };
}

/** Sent only where metadata is (provider OpenAI), and in front of the id. */
const encrypted = field('encrypted_content', 'openai-string');

function shapesOf(rules: RulesProfile): readonly (readonly [AtomName, ItemShape])[] {
  const isNew = rules.keepsMessageExtras;
  /** @param front keys that stand before the id */
  const shape = (
    type: AtomName,
    model: boolean,
    fields: readonly FieldShape[],
    front: readonly FieldShape[] = [],
  ): readonly [AtomName, ItemShape] => [
    type,
    toShape(atom(type), [...front, id, ...fields, metadata], model),
  ];
  const sealed = isNew ? [encrypted] : [];
  const sealedWithStatus = isNew ? [encrypted, status] : [];
  const callId = field('call_id', 'string', required);
  const outputCallId = rules.keepsUncalledOutputs ? field('call_id', 'string') : callId;
  const outputNames = isNew ? [field('name', 'string'), field('namespace', 'string')] : [];
  const compaction = shape('compaction', true, [field('encrypted_content', 'string', required)]);
  return [
    shape(
      'message',
      false,
      [
        field('role', 'string', required),
        field('content', 'message-content', required),
        phaseOf(rules),
      ],
      sealedWithStatus,
    ),
    shape('reasoning', true, [
      field('summary', 'summary', required),
      field('content', 'reasoning-content', orNull),
      field('encrypted_content', 'string', orNull),
    ]),
    shape(
      'function_call',
      true,
      [
        field('name', 'string', required),
        field('namespace', 'string'),
        field('arguments', 'string', required),
        ...(isNew ? [field('encrypted_function_args', 'openai-array')] : []),
        callId,
      ],
      sealedWithStatus,
    ),
    shape('function_call_output', false, [
      outputCallId,
      ...outputNames,
      field('output', 'output', required),
    ]),
    shape(
      'custom_tool_call',
      true,
      [
        status,
        callId,
        field('name', 'string', required),
        field('namespace', 'string'),
        field('input', 'string', required),
      ],
      sealed,
    ),
    shape('custom_tool_call_output', false, [
      callId,
      field('name', 'string'),
      field('output', 'output', required),
    ]),
    shape(
      'local_shell_call',
      true,
      [
        field('call_id', 'string', orNull),
        field('status', 'enum', shellStatuses),
        field('action', 'shell-action', required),
      ],
      sealed,
    ),
    shape(
      'tool_search_call',
      true,
      [
        field('call_id', 'string', orNull),
        status,
        field('execution', 'string', required),
        field('arguments', 'any', required),
      ],
      sealed,
    ),
    shape('tool_search_output', false, [
      field('call_id', 'string', orNull),
      field('status', 'string', required),
      field('execution', 'string', required),
      field('tools', 'array', required),
    ]),
    shape('web_search_call', true, [status, field('action', 'web-action')], sealed),
    shape(
      'image_generation_call',
      true,
      [
        field('status', 'string', required),
        field('revised_prompt', 'string'),
        field('result', 'image-result', required),
      ],
      sealed,
    ),
    compaction,
    ['compaction_summary', compaction[1]],
    shape('context_compaction', true, [field('encrypted_content', 'string')]),
    shape('agent_message', false, [
      field('author', 'string', required),
      field('recipient', 'string', required),
      field('content', 'agent-content', required),
    ]),
    // These two carry no metadata, and the second no id.
    [
      'additional_tools',
      toShape(
        atom('additional_tools'),
        [id, field('role', 'string', required), field('tools', 'array', required)],
        false,
      ),
    ],
    ...(rules.configurationUpdates ? [configurationUpdate] : []),
  ];
}

function phaseOf(rules: RulesProfile): FieldShape {
  const allowed: readonly AtomName[] = ['commentary', 'final_answer'];
  return field('phase', 'enum', {
    allowed: rules.keepsMessageExtras ? [...allowed, 'partial_answer'] : allowed,
  });
}

const configurationUpdate: readonly [AtomName, ItemShape] = [
  'configuration_update',
  toShape(atom('configuration_update'), [field('reasoning', 'effort', required)], false),
];

const tables = new Map<string, readonly (ItemShape | undefined)[]>();

/** The shapes of a profile, by item type atom. */
export function itemShapes(rules: RulesProfile): readonly (ItemShape | undefined)[] {
  const known = tables.get(rules.id);
  if (known !== undefined) return known;
  const table: (ItemShape | undefined)[] = Array.from({ length: 256 }, () => undefined);
  for (const [name, shape] of shapesOf(rules)) table[atom(name)] = shape;
  tables.set(rules.id, table);
  return table;
}
