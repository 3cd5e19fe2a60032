/** Reads control records: the few lines that are parsed as JSON because they steer the rest. */

import type { RolloutBytes } from '../contract/bytes.js';
import type { TurnEvent } from '../contract/history-source.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { viewWhole } from './scan-line.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A line's payload (the line itself when it has no envelope), or undefined when it is no JSON object. */
export function readPayload(
  bytes: RolloutBytes,
  start: number,
  end: number,
): JsonRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(viewWhole(bytes, start, end)));
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const payload = value['payload'];
  return isRecord(payload) ? payload : value;
}

/** Settings of a turn, as far as a request depends on them (spec 3 §1.4). */
export interface TurnContext {
  readonly line: number;
  readonly turnId: string | null;
  readonly model: string;
  readonly effort: string | undefined;
  readonly summary: string | undefined;
  readonly personality: string | undefined;
  readonly compHash: string | undefined;
  /** Written by a release that records root turns (spec 4 §1.2). */
  readonly hasRootTurn: boolean;
}

/** A turn context, or undefined when there is none in the payload: it must at least name the model. */
export function toTurnContext(line: number, payload: JsonRecord): TurnContext | undefined {
  const model = payload['model'];
  if (typeof model !== 'string') return undefined;
  const turnId = payload['turn_id'];
  return {
    line,
    turnId: typeof turnId === 'string' ? turnId : null,
    model,
    effort: textOf(payload['effort']),
    summary: textOf(payload['summary']),
    personality: textOf(payload['personality']),
    compHash: textOf(payload['comp_hash']),
    hasRootTurn: payload['root_turn_id'] !== undefined,
  };
}

/** Whether the reference reader takes a turn context; forms of 2025 it drops (spec 3 §1.4). */
export function isStrictTurnContext(payload: JsonRecord): boolean {
  const policy = payload['sandbox_policy'];
  if (!isRecord(policy) || typeof policy['type'] !== 'string') return false;
  const { cwd } = payload;
  return typeof cwd === 'string' && isAbsolute(cwd) && payload['approval_policy'] !== undefined;
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}

/** A turn event, or undefined when the reference reader would drop it. */
export function toTurnEvent(type: string, payload: JsonRecord): TurnEvent | undefined {
  const turnId = payload['turn_id'];
  if (type === 'thread_rolled_back') {
    const turns = payload['num_turns'];
    if (typeof turns !== 'number' || !Number.isInteger(turns) || turns < 0) return undefined;
    return { turnId: undefined, numTurns: turns };
  }
  if (typeof turnId === 'string') return { turnId, numTurns: 0 };
  // Events of 2025 had no turn id and are dropped, but for an abort (spec 3 §1.4).
  if (type !== 'turn_aborted' || (turnId !== undefined && turnId !== null)) return undefined;
  return { turnId: undefined, numTurns: 0 };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
