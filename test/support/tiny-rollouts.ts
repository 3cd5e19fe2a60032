// Small made-up rollouts that the real pipeline can render.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface TinyRollout {
  /** Relative path below the folder. */
  readonly name: string;
  /** Turns, one request each. */
  readonly turns: number;
  /** Length of each message. */
  readonly textLength?: number;
  /** Written as it is instead of a rollout. */
  readonly raw?: string;
}

/** A session with `turns` requests. */
export function tinyRollout({ name, turns, textLength = 20 }: TinyRollout): string {
  const id = `00000000-0000-7000-8000-${String(name.length).padStart(12, '0')}`;
  const lines: unknown[] = [
    line('session_meta', {
      id,
      timestamp: '2026-01-01T00:00:00.000Z',
      cwd: '/project',
      originator: 'codex_exec',
      cli_version: '0.145.0',
      source: 'exec',
      model_provider: 'openai',
      base_instructions: { text: 'Be brief.' },
    }),
  ];
  for (let turn = 0; turn < turns; turn++) lines.push(...turnLines(turn, textLength));
  return lines.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** Writes rollouts into `folder` and returns their paths. */
export function writeTinyRollouts(folder: string, rollouts: readonly TinyRollout[]): string[] {
  return rollouts.map((rollout) => {
    const path = join(folder, rollout.name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, rollout.raw ?? tinyRollout(rollout));
    return path;
  });
}

function turnLines(turn: number, textLength: number): unknown[] {
  const text = `turn ${turn} `.padEnd(textLength, 'x');
  return [
    line('event_msg', { type: 'task_started', turn_id: `t${turn}`, model_context_window: 1000 }),
    line('turn_context', {
      turn_id: `t${turn}`,
      cwd: '/project',
      approval_policy: 'never',
      sandbox_policy: { type: 'read-only' },
      model: 'gpt-5.4',
      effort: 'medium',
      summary: 'auto',
    }),
    line('response_item', message('user', 'input_text', text)),
    line('event_msg', { type: 'user_message', message: text }),
    line('response_item', message('assistant', 'output_text', `answer ${turn}`)),
    line('event_msg', { type: 'task_complete', turn_id: `t${turn}` }),
  ];
}

function message(role: string, type: string, text: string): unknown {
  return { type: 'message', role, content: [{ type, text }] };
}

function line(type: string, payload: unknown): unknown {
  return { timestamp: '2026-01-01T00:00:00.000Z', type, payload };
}
