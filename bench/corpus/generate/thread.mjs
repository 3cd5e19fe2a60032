// What every release's writer keeps while it writes one thread: clock, ids, counters, and the lines themselves.

import { standingTexts } from './fragments.mjs';
import { LineBuffer } from './line-buffer.mjs';
import { base64Text } from './text-pools.mjs';

/** @typedef {import('./text.mjs').Text} Text */
/** @typedef {{ readonly id: string, readonly startedMs: number, firstTokenMs: number | undefined }} Turn */
/** @typedef {{ input: number, cached: number, output: number, reasoning: number }} Usage */
/** @typedef {{ model?: string, personality?: string, cwd?: string }} SettingsChange */

/**
 * A thread's place in a family of threads.
 * @typedef {object} Kinship
 * @property {string} [sessionId]      the root's id, for sub-agents
 * @property {string} [forkedFromId]
 * @property {string} [parentId]       for sub-agents
 * @property {unknown} [source]        how the thread came to be
 * @property {string} [nickname]
 * @property {string} [agentPath]
 * @property {'v1' | 'v2'} [agents]    protocol between agents
 * @property {string} [rootTurnId]    turn of the root that this thread works for
 * @property {number} [historyStart]  ordinal where a sub-agent's own history starts
 * @property {{ threadId: string, endOrdinal: number, endOffset: number }} [base] shared prefix in the parent's file
 */

/**
 * @typedef {object} ThreadOptions
 * @property {import('./random.mjs').Random} random
 * @property {number} startMs
 * @property {import('./fragments.mjs').Scale} scale
 * @property {LineBuffer} [buffer]          a fresh or a reset one
 * @property {'openai' | 'mill'} [provider]  decides who writes a compaction
 * @property {string} [model]
 * @property {Kinship} [kinship]
 */

const contextWindowTokens = 258_400;

export class Thread {
  /** @param {ThreadOptions} options */
  constructor({ random, startMs, scale, buffer, provider = 'openai', model, kinship = {} }) {
    this.random = random;
    this.scale = scale;
    this.provider = provider;
    this.kinship = kinship;
    this.startMs = startMs;
    this.nowMs = startMs + random.between(300, 2000);
    this.id = random.uuid7(startMs);
    this.windowIds = [random.uuid7(startMs)];
    this.texts = standingTexts(random, scale);
    this.buffer = buffer ?? new LineBuffer();
    this.date = new Date(startMs).toISOString().slice(0, 10);
    /** Settings as the next turn will have them. */
    this.settings = {
      model,
      personality: 'pragmatic',
      approval: 'never',
      cwd: `/home/miller/${random.pick(['mill', 'bakery', 'granary'])}`,
    };
    /** What changed since the model was last told. @type {Set<'model' | 'personality' | 'cwd'>} */
    this.untold = new Set();
    /** The next turn has to tell the whole context. */
    this.contextDue = true;
    /** Real user messages since the beginning, as compactions keep them. @type {{ item: any, bytes: number, metadata?: any }[]} */
    this.userItems = [];
    /** @type {Turn | undefined} */
    this.turn = undefined;
    /** Bytes of history that the next request would carry. */
    this.liveBytes = 0;
    this.total = { ...zeroUsage };
    this.last = zeroUsage;
    this.responseBytes = 0;
    this.responses = 0;
    this.windowTokens = contextWindowTokens;
  }

  /** Where Codex would have put the file, under its home. */
  get path() {
    const [day, time] = new Date(this.startMs).toISOString().slice(0, 19).split('T');
    return `sessions/${day.replaceAll('-', '/')}/rollout-${day}T${time.replaceAll(':', '-')}-${this.id}.jsonl`;
  }

  get bytes() {
    return this.buffer.total;
  }

  get liveTokens() {
    return Math.ceil((this.liveBytes + this.texts.base.byteLength) / 4);
  }

  /** @param {string} type @param {unknown} payload */
  line(type, payload) {
    this.buffer.append({ timestamp: this.timestamp(), type, payload });
  }

  /** @param {object} payload */
  event(payload) {
    this.line('event_msg', payload);
  }

  /** The time of the next line: a little later than the last one. */
  timestamp() {
    this.wait(this.random.below(40));
    return new Date(this.nowMs).toISOString();
  }

  /** @param {number} ms */
  wait(ms) {
    this.nowMs += ms;
  }

  /** @param {string} [turnId] */
  openTurn(turnId) {
    this.wait(this.random.between(200, 90_000));
    this.turn = {
      id: turnId ?? this.random.uuid7(this.nowMs),
      startedMs: this.nowMs,
      firstTokenMs: undefined,
    };
    return this.turn;
  }

  runningTurn() {
    if (this.turn === undefined) throw new Error('no turn has begun');
    return this.turn;
  }

  /** The times that end a turn, complete or aborted. @param {Turn} turn */
  turnTimes(turn) {
    return {
      started_at: seconds(turn.startedMs),
      completed_at: seconds(this.nowMs),
      duration_ms: this.nowMs - turn.startedMs,
      ...(turn.firstTokenMs === undefined
        ? {}
        : { time_to_first_token_ms: turn.firstTokenMs - turn.startedMs }),
    };
  }

  /** The model starts to answer; what it writes for a compaction is not shown. @param {{ shown?: boolean }} [how] */
  beginResponse({ shown = true } = {}) {
    this.wait(this.random.between(700, 9_000));
    if (shown && this.turn !== undefined) this.turn.firstTokenMs ??= this.nowMs;
    this.responseBytes = 0;
  }

  /** The model has answered: its usage is known. */
  endResponse() {
    const output = Math.ceil(this.responseBytes / 4) + 10;
    const input = Math.max(this.liveTokens - output, 1);
    this.responses++;
    this.last = {
      input,
      cached: Math.floor((input * 0.9) / 128) * 128,
      output,
      reasoning: Math.floor(output / 3),
    };
    for (const key of /** @type {(keyof Usage)[]} */ (Object.keys(this.last))) {
      this.total[key] += this.last[key];
    }
  }

  /** Counts an item of the history. @param {number} bytes */
  grew(bytes) {
    this.liveBytes += bytes;
    this.responseBytes += bytes;
  }

  /** Settings from now on; the model is told at the next turn. @param {SettingsChange} change */
  applySettings(change) {
    Object.assign(this.settings, change);
    for (const key of /** @type {('model' | 'personality' | 'cwd')[]} */ (Object.keys(change))) {
      this.untold.add(key);
    }
  }

  /** The newest real user messages that fit the budget, oldest first. @param {number} budgetTokens */
  keptUserItems(budgetTokens) {
    const kept = [];
    let left = budgetTokens;
    for (let i = this.userItems.length - 1; i >= 0 && kept.length < 40; i--) {
      left -= Math.ceil(this.userItems[i].bytes / 4);
      if (left < 0) break;
      kept.unshift(this.userItems[i]);
    }
    return kept;
  }

  /** A new context window after a compaction. */
  openWindow() {
    this.windowIds.push(this.random.uuid7(this.nowMs));
    return {
      window_number: this.windowIds.length - 1,
      first_window_id: this.windowIds[0],
      previous_window_id: this.windowIds.at(-2),
      window_id: this.windowIds.at(-1),
    };
  }

  /** An id as the provider gives them. @param {string} prefix */
  serverId(prefix) {
    return `${prefix}_${this.random.hex(50)}`;
  }

  /** Opaque to everyone but the provider. @param {number} bytes */
  sealed(bytes) {
    return base64Text(this.random, bytes);
  }
}

/** @param {number} ms */
export function seconds(ms) {
  return Math.floor(ms / 1000);
}

/** @type {Usage} */
export const zeroUsage = { input: 0, cached: 0, output: 0, reasoning: 0 };

/** Usage as the files spell it. @param {Usage} usage */
export function usageRecord({ input, cached, output, reasoning }) {
  return {
    input_tokens: input,
    cached_input_tokens: cached,
    cache_write_input_tokens: 0,
    output_tokens: output,
    reasoning_output_tokens: reasoning,
    total_tokens: input + output,
  };
}

export const rateLimits = {
  limit_id: 'codex',
  limit_name: null,
  primary: null,
  secondary: null,
  credits: null,
  individual_limit: null,
  spend_control_reached: null,
  plan_type: null,
  rate_limit_reached_type: null,
};
