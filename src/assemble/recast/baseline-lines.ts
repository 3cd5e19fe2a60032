/** The lines of a session as far as the baseline of a resume depends on them (spec 3 §2.2). */

import { atom } from '../../contract/atoms.js';
import type { RolloutBytes } from '../../contract/bytes.js';
import { ItemFlag } from '../../contract/item-table.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { LineKind } from '../../contract/line-index.js';
import { turnAborted, turnCompleted, turnStarted } from '../../contract/turn-events.js';
import type { BaselineLine } from '../../context/find-baseline.js';
import { isStrictTurnContext, readPayload } from '../../rollout/read-control.js';
import type { SessionSource } from '../session-source.js';

const rolledBack = atom('thread_rolled_back');
const userMessage = atom('user_message');

/** @param end first line that does not belong to the prefix */
export function baselineLines(
  source: SessionSource,
  bytes: RolloutBytes,
  end: number,
): readonly BaselineLine[] {
  const { index } = source;
  const lines: BaselineLine[] = [];
  for (let line = 0; line < end; line += 1) {
    const payload = (): JsonRecord | undefined =>
      readPayload(bytes, index.starts[line] as number, index.ends[line] as number);
    const found = lineOf(source, line, payload);
    if (found !== undefined) lines.push(found);
  }
  return lines;
}

function lineOf(
  source: SessionSource,
  line: number,
  payload: () => JsonRecord | undefined,
): BaselineLine | undefined {
  switch (source.index.kinds[line]) {
    case LineKind.compacted: {
      if (source.base(line) !== undefined) return { kind: 'compacted', isLegacy: false };
      return source.legacySummary(line) === undefined
        ? undefined
        : { kind: 'compacted', isLegacy: true };
    }
    case LineKind.worldState: {
      const record = payload();
      if (record === undefined || typeof record['full'] !== 'boolean') return undefined;
      return { kind: record['full'] ? 'full' : 'patch', state: record['state'] };
    }
    case LineKind.turnContext:
      return contextLine(payload());
    case LineKind.item:
    case LineKind.bareItem:
    case LineKind.interAgent: {
      const item = source.item(line);
      if (item < 0) return undefined;
      const flags = source.table.flags[item] as number;
      return { kind: 'item', isBoundary: (flags & ItemFlag.boundary) !== 0 };
    }
    case LineKind.event:
      return eventLine(source, line);
    default:
      return undefined;
  }
}

function contextLine(payload: JsonRecord | undefined): BaselineLine | undefined {
  if (payload === undefined || !isStrictTurnContext(payload)) return undefined;
  const { turn_id: turnId, model, comp_hash: compHash, personality } = payload;
  if (typeof model !== 'string') return undefined;
  const mode = payload['multi_agent_mode'];
  const realtime = payload['realtime_active'];
  return {
    kind: 'turn_context',
    turnId: typeof turnId === 'string' ? turnId : undefined,
    model,
    ...(typeof compHash === 'string' ? { compHash } : {}),
    ...(typeof realtime === 'boolean' ? { realtimeActive: realtime } : {}),
    ...(typeof personality === 'string' ? { personality } : {}),
    ...(isMode(mode) ? { multiAgentMode: mode } : {}),
  };
}

function isMode(mode: unknown): mode is string | { readonly custom: string } {
  return typeof mode === 'string' || (isRecord(mode) && typeof mode['custom'] === 'string');
}

function eventLine(source: SessionSource, line: number): BaselineLine | undefined {
  const type = source.index.types[line] as number;
  if (type === userMessage) return { kind: 'item', isBoundary: true };
  const kind = turnKind(type);
  if (type !== rolledBack && kind === undefined) return undefined;
  const event = source.event(line);
  if (event === undefined) return undefined;
  return kind === undefined
    ? { kind: 'rolled_back', turns: event.numTurns }
    : { kind, turnId: event.turnId };
}

function turnKind(type: number): 'started' | 'completed' | 'aborted' | undefined {
  if (turnStarted.has(type)) return 'started';
  if (turnCompleted.has(type)) return 'completed';
  return type === turnAborted ? 'aborted' : undefined;
}
