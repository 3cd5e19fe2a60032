/** Items of an input as the published schema has them: ids filled in, members it does not name left out. */

import { createHash } from 'node:crypto';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { holdsReadableReasoning, readableTexts } from '../encrypted-reasoning.js';
import { recordIn, stringIn } from '../json-values.js';
import type { LossList } from '../loss-list.js';
import type { StrictOptions } from './strict-body.js';
import { strictContent, strictOutput, strictSpeech } from './strict-content.js';
import { strictTools } from './strict-tools.js';

const hashDigits = 24;

export class StrictItems {
  readonly #options: StrictOptions;
  readonly #losses: LossList;

  constructor(options: StrictOptions, losses: LossList) {
    this.#options = options;
    this.#losses = losses;
  }

  /** @returns undefined for an item the schema has no place for */
  item(item: JsonRecord, index: number): JsonRecord | undefined {
    const path = `/input/${String(index)}`;
    const strict = this.#strict(item, { path, index });
    if (strict === undefined) {
      this.#losses.add(`left_out.${stringIn(item['type']) ?? 'item'}`, path, item);
    }
    return strict;
  }

  #strict(item: JsonRecord, place: ItemPlace): JsonRecord | undefined {
    const { type } = item;
    const withId = (prefix: string): JsonRecord => ({ type, id: filledId(item, prefix, place) });
    switch (type) {
      case undefined:
      case 'message':
        return this.#message(item, place);
      case 'agent_message':
        return this.#agentMessage(item, place);
      case 'reasoning':
        return this.#reasoning(item, place);
      case 'function_call':
        return picked(item, ['id', 'call_id', 'namespace', 'name', 'arguments', 'status']);
      case 'custom_tool_call':
        return picked(item, ['id', 'call_id', 'namespace', 'name', 'input']);
      case 'function_call_output':
        return this.#output(item, ['id', 'call_id', 'name', 'namespace'], place);
      case 'custom_tool_call_output':
        return this.#output(item, ['id', 'call_id'], { ...place, usualDetail: 'auto' });
      case 'local_shell_call':
        return this.#shellCall(item, place);
      case 'tool_search_call':
        return picked(item, ['id', 'call_id', 'execution', 'arguments', 'status']);
      case 'tool_search_output':
      case 'additional_tools':
        return this.#declaredTools(item, place);
      case 'web_search_call':
        return webSearch(item, withId('ws'));
      case 'image_generation_call':
        return { ...withId('ig'), status: item['status'], result: item['result'] ?? null };
      case 'compaction':
        return picked(item, ['id', 'encrypted_content']);
      case 'compaction_trigger':
        return { type };
      default:
        return undefined;
    }
  }

  #message(item: JsonRecord, place: ItemPlace): JsonRecord {
    const { role, content } = item;
    const path = `${place.path}/content`;
    if (role !== 'assistant') {
      return { type: 'message', role, content: strictContent(content, path, this.#losses) };
    }
    return {
      type: 'message',
      id: filledId(item, 'msg', place),
      role,
      status: stringIn(item['status']) ?? 'completed',
      content: strictSpeech(content, path, this.#losses),
      ...phaseOf(item, place, this.#losses),
    };
  }

  /** What another agent said, as a user says it. */
  #agentMessage(item: JsonRecord, { path }: ItemPlace): JsonRecord | undefined {
    const content = strictContent(item['content'], `${path}/content`, this.#losses);
    if (content.length === 0) return undefined;
    this.#losses.add('changed.agent_message', path, item);
    return { type: 'message', role: 'user', content };
  }

  #reasoning(item: JsonRecord, place: ItemPlace): JsonRecord | undefined {
    const sealed = stringIn(item['encrypted_content']);
    const isKept = this.#options.encryptedReasoning === 'keep';
    if (sealed !== undefined && !isKept) {
      if (!holdsReadableReasoning(item)) return undefined;
      const path = `${place.path}/encrypted_content`;
      this.#losses.add('left_out.encrypted_reasoning', path, sealed);
    }
    const content = readableTexts(item['content']);
    return {
      type: 'reasoning',
      id: filledId(item, 'rs', place),
      summary: readableTexts(item['summary']).map((text) => ({ type: 'summary_text', text })),
      ...(content.length === 0
        ? {}
        : { content: content.map((text) => ({ type: 'reasoning_text', text })) }),
      ...optional('encrypted_content', isKept ? sealed : undefined),
    };
  }

  #output(
    item: JsonRecord,
    keys: readonly string[],
    { path, usualDetail }: OutputPlace,
  ): JsonRecord {
    const place = { path: `${path}/output`, losses: this.#losses, usualDetail };
    const output = strictOutput(item['output'], place);
    return { ...picked(item, keys), output };
  }

  #shellCall(item: JsonRecord, place: ItemPlace): JsonRecord {
    const id = filledId(item, 'lsh', place);
    const { command, env, timeout_ms, working_directory, user } = recordIn(item['action']) ?? {};
    return {
      type: 'local_shell_call',
      id,
      call_id: item['call_id'] ?? id,
      action: { type: 'exec', command, env: env ?? {}, timeout_ms, working_directory, user },
      status: item['status'],
    };
  }

  #declaredTools(item: JsonRecord, { path }: ItemPlace): JsonRecord {
    const tools = strictTools(item['tools'], `${path}/tools`, this.#losses);
    return { ...picked(item, ['id', 'call_id', 'execution', 'status', 'role']), tools };
  }
}

interface ItemPlace {
  readonly path: string;
  readonly index: number;
}

interface OutputPlace extends ItemPlace {
  /** What stands in for the detail of an image where the schema asks for one. */
  readonly usualDetail?: string | undefined;
}

/** The type and those members that have a value. */
function picked(item: JsonRecord, keys: readonly string[]): JsonRecord {
  const members = keys.flatMap((key) => {
    const value = item[key];
    return value === undefined || value === null ? [] : [[key, value] as const];
  });
  return { type: item['type'], ...Object.fromEntries(members) };
}

/** Its own id, or one that tells its place and what it says: a request that goes on has it again. */
function filledId(item: JsonRecord, prefix: string, { index }: ItemPlace): string {
  const own = stringIn(item['id']);
  if (own !== undefined && own !== '') return own;
  const hash = createHash('sha256').update(`${String(index)}\0${JSON.stringify(item)}`);
  return `${prefix}_${hash.digest('hex').slice(0, hashDigits)}`;
}

function phaseOf(item: JsonRecord, { path }: ItemPlace, losses: LossList): JsonRecord {
  const { phase } = item;
  if (phase === undefined || phase === null) return {};
  if (phase === 'commentary' || phase === 'final_answer') return { phase };
  losses.add('left_out.phase', `${path}/phase`, phase);
  return {};
}

/** An action of another kind has no place in the schema. */
function webSearch(item: JsonRecord, head: JsonRecord): JsonRecord | undefined {
  const action = recordIn(item['action']);
  const status = stringIn(item['status']) ?? 'completed';
  const { type, query, queries, url, pattern } = action ?? {};
  switch (type) {
    case 'search':
      return { ...head, status, action: present({ type, query: query ?? '', queries }) };
    case 'open_page':
      return { ...head, status, action: present({ type, url }) };
    case 'find_in_page':
      return { ...head, status, action: present({ type, url, pattern }) };
    default:
      return undefined;
  }
}

function present(record: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
  );
}
