// Lines of made-up rollouts as objects, in the form in which the reference writer prints them.

import { Buffer } from 'node:buffer';

export type Json = Readonly<Record<string, unknown>>;

/** A line as an object, as text, or as bytes. */
export type Line = Json | string | Uint8Array;

export const threadId = '01234567-89ab-7cde-8f01-23456789abcd';
export const lineTime = '2026-03-04T05:06:07.089Z';

/** The bytes of a rollout: one line each, a line feed behind each. */
export function rolloutOf(lines: readonly Line[]): Uint8Array {
  return Buffer.concat(lines.flatMap((line) => [lineBytes(line), Buffer.from('\n')]));
}

export function lineBytes(line: Line): Uint8Array {
  if (line instanceof Uint8Array) return line;
  return Buffer.from(typeof line === 'string' ? line : JSON.stringify(line));
}

/** A record in its envelope. */
export function record(type: string, payload: unknown): Json {
  return { timestamp: lineTime, type, payload };
}

/** A record of a paginated thread. */
export function numbered(ordinal: number, { timestamp, ...rest }: Json): Json {
  return { timestamp, ordinal, ...rest };
}

export function meta(more: Json = {}): Json {
  return record('session_meta', {
    id: threadId,
    timestamp: lineTime,
    cwd: '/project',
    originator: 'promptmill_test',
    cli_version: '0.145.0',
    source: 'exec',
    model_provider: 'mill',
    base_instructions: { text: 'Grind slowly.' },
    ...more,
  });
}

/** The meta of a thread that release 0.171 wrote. */
export function meta171(more: Json = {}): Json {
  return meta({ cli_version: '0.171.0', ...more });
}

export function item(payload: Json): Json {
  return record('response_item', payload);
}

export function event(type: string, more: Json = {}): Json {
  return record('event_msg', { type, ...more });
}

export function message(role: string, ...texts: string[]): Json {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return { type: 'message', role, content: texts.map((text) => ({ type, text })) };
}

export const user = (...texts: string[]): Json => item(message('user', ...texts));
export const assistant = (...texts: string[]): Json => item(message('assistant', ...texts));
export const developer = (...texts: string[]): Json => item(message('developer', ...texts));

export function call(callId: string, name = 'grind'): Json {
  return { type: 'function_call', name, arguments: '{}', call_id: callId };
}

export function output(callId: string, text: string): Json {
  return { type: 'function_call_output', call_id: callId, output: text };
}

export const started = (turn: string): Json => event('task_started', { turn_id: turn });
export const completed = (turn: string): Json => event('task_complete', { turn_id: turn });
export const rolledBack = (turns: number): Json =>
  event('thread_rolled_back', { num_turns: turns });
export const tokens = (): Json => event('token_count', { info: null });

export function context(turn: string | undefined, more: Json = {}): Json {
  return record('turn_context', {
    ...(turn === undefined ? {} : { turn_id: turn }),
    cwd: '/project',
    approval_policy: 'never',
    sandbox_policy: { type: 'read-only' },
    model: 'stone',
    summary: 'auto',
    ...more,
  });
}

/** A compaction that recorded what it left. */
export function compacted(history: readonly Json[], summary = ''): Json {
  return record('compacted', { message: summary, replacement_history: history });
}

/** A compaction that recorded only its summary. */
export function summarised(summary: string): Json {
  return record('compacted', { message: summary });
}

/** What a person says: the item and the event that goes with it. */
export function prompt(text: string): Json[] {
  return [user(text), event('user_message', { message: text })];
}

/** A turn with a prompt and an answer. */
export function turn(name: string, text: string, answer: string): Json[] {
  return [
    started(name),
    context(name),
    ...prompt(text),
    assistant(answer),
    tokens(),
    completed(name),
  ];
}
