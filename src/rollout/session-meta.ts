/** Reads the session meta: whose rollout this is, and what the reference reader demands of it (spec 3 §1.3, §1.4). */

import { isRecord, type JsonRecord } from '../contract/json-record.js';

export interface SessionMeta {
  readonly id: string;
  readonly sessionId: string;
  readonly timestamp: string | undefined;
  readonly cliVersion: string | undefined;
  readonly modelProvider: string | undefined;
  /** `undefined` when the record has no base instructions, which then come from the model. */
  readonly baseInstructions: string | undefined;
  /** Where the base instructions are from: `model`, `custom`; undefined when it was not recorded. */
  readonly baseProvenance: string | undefined;
  readonly isPaginated: boolean;
  readonly forkedFrom: string | undefined;
  readonly parentThread: string | undefined;
  readonly historyBase: HistoryBaseRef | undefined;
}

/** The shared prefix of a paginated fork (spec 4 §1.3). */
export interface HistoryBaseRef {
  readonly threadId: string;
  readonly endByteOffset: number | undefined;
  readonly endOrdinalExclusive: number | undefined;
}

export interface MetaFault {
  readonly found: string;
  readonly expected: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Checks a payload as strictly as the reference reader; undefined when it would decode. */
export function metaFault(payload: JsonRecord): MetaFault | undefined {
  for (const key of ['id', 'timestamp', 'cwd', 'originator', 'cli_version']) {
    if (typeof payload[key] !== 'string') return fault(payload, key, 'a string');
  }
  if (!isUuid(payload['id'])) return fault(payload, 'id', 'a UUID');
  const base = payload['base_instructions'];
  if (
    base !== undefined &&
    base !== null &&
    !(isRecord(base) && typeof base['text'] === 'string')
  ) {
    return fault(payload, 'base_instructions', 'an object with a "text"');
  }
  const mode = payload['history_mode'];
  if (mode !== undefined && mode !== 'legacy' && mode !== 'paginated') {
    return fault(payload, 'history_mode', 'legacy or paginated');
  }
  const agents = payload['multi_agent_version'];
  if (
    agents !== undefined &&
    agents !== null &&
    !(typeof agents === 'string' && ['disabled', 'v1', 'v2'].includes(agents))
  ) {
    return fault(payload, 'multi_agent_version', 'disabled, v1 or v2');
  }
  return sourceFault(payload);
}

function sourceFault(payload: JsonRecord): MetaFault | undefined {
  const source = payload['source'];
  if (source === undefined || typeof source === 'string') return undefined;
  const kinds = ['custom', 'internal', 'subagent'];
  if (
    isRecord(source) &&
    Object.keys(source).length === 1 &&
    kinds.includes(Object.keys(source)[0] ?? '')
  ) {
    return undefined;
  }
  return fault(payload, 'source', 'a name, or an object with one of custom, internal, subagent');
}

function fault(payload: JsonRecord, key: string, expected: string): MetaFault {
  const value = payload[key];
  const found =
    value === undefined ? `no "${key}"` : `"${key}": ${JSON.stringify(value).slice(0, 60)}`;
  return { found, expected: `"${key}" to be ${expected}` };
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

/** Takes from a payload what renders need, whatever else is wrong with it. */
export function toSessionMeta(payload: JsonRecord, fallbackId: string): SessionMeta {
  const id = text(payload['id']) ?? fallbackId;
  const base = payload['base_instructions'];
  return {
    id,
    sessionId: text(payload['session_id']) ?? id,
    timestamp: text(payload['timestamp']),
    cliVersion: text(payload['cli_version']),
    modelProvider: text(payload['model_provider']),
    baseInstructions: isRecord(base) ? text(base['text']) : undefined,
    baseProvenance: provenanceOf(base),
    isPaginated: payload['history_mode'] === 'paginated',
    forkedFrom: text(payload['forked_from_id']),
    parentThread: text(payload['parent_thread_id']),
    historyBase: toHistoryBase(payload['history_base']),
  };
}

function provenanceOf(base: unknown): string | undefined {
  const provenance = isRecord(base) ? base['provenance'] : undefined;
  return isRecord(provenance) ? text(provenance['type']) : undefined;
}

function toHistoryBase(value: unknown): HistoryBaseRef | undefined {
  if (!isRecord(value) || typeof value['thread_id'] !== 'string') return undefined;
  return {
    threadId: value['thread_id'],
    endByteOffset: wholeNumber(value['end_byte_offset']),
    endOrdinalExclusive: wholeNumber(value['end_ordinal_exclusive']),
  };
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
