/** A session file written by hand, for what only a resumed session brings out. */

import type { JsonRecord } from '../../contract/json-record.js';

/** A file of the home folder, and the thread it holds. */
export interface CraftedRollout {
  readonly threadId: string;
  readonly files: Readonly<Record<string, string>>;
}

const threadId = '01a22000-0000-7000-8000-000000000001';
const time = '2026-11-29T10:00:00.000Z';
const path = `sessions/2026/11/29/rollout-2026-11-29T10-00-00-${threadId}.jsonl`;

/** The rollout of a thread with these lines after its head; a line needs `type` and `payload`. */
export function craftRollout(lines: readonly JsonRecord[]): CraftedRollout {
  const meta = {
    type: 'session_meta',
    payload: {
      session_id: threadId,
      id: threadId,
      timestamp: time,
      cwd: '/',
      originator: 'codex_exec',
      cli_version: '0.145.0',
      source: 'exec',
      model_provider: 'mill',
      base_instructions: { text: 'BASE' },
      history_mode: 'legacy',
    },
  };
  const texts = [meta, ...lines].map((line) => JSON.stringify({ timestamp: time, ...line }));
  return { threadId, files: { [path]: `${texts.join('\n')}\n` } };
}

/** A message of the history. */
export function messageLine(role: string, content: readonly JsonRecord[]): JsonRecord {
  return itemLine({ type: 'message', role, content });
}

/** An item of the history. */
export function itemLine(payload: JsonRecord): JsonRecord {
  return { type: 'response_item', payload };
}

export interface CraftedTurn {
  /** What the user says. */
  readonly text: string;
  /** Lines before that message. */
  readonly before?: readonly JsonRecord[];
  /** When given, the turn has a context, so that the next one builds on it. */
  readonly model?: string;
}

/** One finished turn. */
export function turnLines({ text, before = [], model }: CraftedTurn): readonly JsonRecord[] {
  const content = [{ type: 'input_text', text }];
  return [
    eventLine('task_started', { turn_id: 't1', model_context_window: 1 }),
    ...(model === undefined ? [] : [contextLine(model)]),
    ...before,
    messageLine('user', content),
    eventLine('user_message', { message: text, images: [], local_images: [], text_elements: [] }),
    eventLine('task_complete', { turn_id: 't1', last_agent_message: 'Done.' }),
  ];
}

function eventLine(type: string, fields: JsonRecord): JsonRecord {
  return { type: 'event_msg', payload: { type, ...fields } };
}

function contextLine(model: string): JsonRecord {
  const settings = { model, reasoning_effort: null, developer_instructions: null };
  const payload = {
    turn_id: 't1',
    cwd: '/',
    approval_policy: 'never',
    sandbox_policy: { type: 'danger-full-access' },
    model,
    summary: 'auto',
    collaboration_mode: { mode: 'default', settings },
  };
  return { type: 'turn_context', payload };
}
