/** The tools of a lite model, which stand in the history: a turn tells those that are new, changed or gone (spec 4 §2.2). */

import { createHash } from 'node:crypto';
import type { ContextMessage } from '../contract/context.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { wordsOf } from '../contract/texts.js';
import type { ContextInput } from './context-input.js';
import { recordsInstructions } from './model-switch.js';

const key = 'top_level_tools';

/** A tool or a namespace under the name by which it is remembered. */
interface NamedTool {
  readonly name: string;
  readonly hash: string;
  /** Undefined for the namespace itself. */
  readonly tool?: JsonRecord;
  readonly namespace?: JsonRecord;
}

/** What the world state remembers of the tools; none where they are not recorded. */
export function toolHashes(input: ContextInput): JsonRecord {
  const tools = recordedTools(input);
  if (tools === undefined) return {};
  return { [key]: Object.fromEntries(nameTools(tools).map(({ name, hash }) => [name, hash])) };
}

/** Words and items that stand before anything else: what is new or changed, then what is gone. */
export function changedTools(input: ContextInput): readonly ContextMessage[] {
  const tools = recordedTools(input);
  if (tools === undefined) return [];
  const before = input.baseline.worldState?.[key];
  if (!isRecord(before)) return [toolsItem(tools)];
  const named = nameTools(tools);
  const changed = named.filter(({ name, hash }) => before[name] !== hash);
  const names = new Set(named.map(({ name }) => name));
  const gone = Object.keys(before).filter((name) => !names.has(name));
  return [
    ...(changed.length === 0 ? [] : [incrementalMessage(input), toolsItem(regroup(changed))]),
    ...(gone.length === 0 ? [] : [removedMessage(gone, input)]),
  ];
}

function recordedTools(input: ContextInput): readonly JsonRecord[] | undefined {
  return recordsInstructions(input) ? input.settings.topLevelTools : undefined;
}

function nameTools(tools: readonly JsonRecord[]): readonly NamedTool[] {
  return tools.flatMap((tool): readonly NamedTool[] => {
    const { tools: members, ...namespace } = tool;
    const name = String(tool['name']);
    if (!Array.isArray(members)) return [{ name, hash: hashOf(tool), tool }];
    return [
      { name, hash: hashOf(namespace), namespace },
      ...members.filter(isRecord).map((member) => ({
        name: `${name}.${String(member['name'])}`,
        hash: hashOf(member),
        tool: member,
        namespace,
      })),
    ];
  });
}

/** SHA-1 of the JSON with its keys sorted. */
function hashOf(value: JsonRecord): string {
  return createHash('sha1')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((name) => [name, sorted(value[name])]));
}

/** Tools under their namespaces, each of which stands once, with the tools that are told. */
function regroup(changed: readonly NamedTool[]): readonly JsonRecord[] {
  const namespaces = new Map<JsonRecord, JsonRecord[]>();
  const loose: JsonRecord[] = [];
  for (const { tool, namespace } of changed) {
    if (namespace === undefined) {
      if (tool !== undefined) loose.push(tool);
      continue;
    }
    const members = namespaces.get(namespace) ?? [];
    if (tool !== undefined) members.push(tool);
    namespaces.set(namespace, members);
  }
  return [...loose, ...Array.from(namespaces, withMembers)];
}

function withMembers([namespace, tools]: readonly [JsonRecord, JsonRecord[]]): JsonRecord {
  return { ...namespace, tools };
}

function toolsItem(tools: readonly JsonRecord[]): ContextMessage {
  return { role: 'developer', parts: [], tools };
}

function incrementalMessage({ texts }: ContextInput): ContextMessage {
  return message('tools.incremental_update', wordsOf(texts, 'tools.incremental'));
}

function removedMessage(names: readonly string[], { texts }: ContextInput): ContextMessage {
  const lines = [wordsOf(texts, 'tools.removed'), ...names.map((name) => `- ${name}`)];
  return message('tools.removed_definition', lines.join('\n'));
}

function message(label: string, text: string): ContextMessage {
  return { role: 'developer', parts: [{ section: key, label, text }] };
}
