/** The settings in force at a line: from the turn contexts, and from the settings applied between turns. */

import { atom } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import { isRecord } from '../contract/json-record.js';
import { type LineIndex, LineKind } from '../contract/line-index.js';
import { startsTurn } from '../contract/turn-events.js';
import {
  isStrictTurnContext,
  readPayload,
  toTurnContext,
  type TurnContext,
} from '../rollout/read-control.js';

const settingsApplied = atom('thread_settings_applied');

/** A thread's settings as they were set between turns. */
export interface AppliedSettings {
  readonly line: number;
  readonly model: string;
  readonly effort: string | undefined;
  readonly summary: string | undefined;
  readonly serviceTier: string | undefined;
}

export class TurnSettings {
  private readonly bytes: RolloutBytes;
  private readonly index: LineIndex;
  private readonly isLenient: boolean;
  private readonly contexts = new Map<number, TurnContext | undefined>();
  private readonly applied = new Map<number, AppliedSettings | undefined>();
  /** For each line the nearest turn context before it, -1 when there is none. */
  private readonly nearest: Int32Array;
  /** The same for settings applied. */
  private readonly nearestApplied: Int32Array;

  /** @param isLenient whether forms are read that the reference reader drops */
  constructor(bytes: RolloutBytes, index: LineIndex, isLenient: boolean) {
    this.isLenient = isLenient;
    this.bytes = bytes;
    this.index = index;
    this.nearest = new Int32Array(index.count + 1);
    this.nearestApplied = new Int32Array(index.count + 1);
    let last = -1;
    let lastApplied = -1;
    for (let line = 0; line <= index.count; line += 1) {
      this.nearest[line] = last;
      this.nearestApplied[line] = lastApplied;
      if (index.kinds[line] === LineKind.turnContext) last = line;
      else if (index.kinds[line] === LineKind.event && index.types[line] === settingsApplied) {
        lastApplied = line;
      }
    }
  }

  /** The newest turn context before `line`. */
  before(line: number): TurnContext | undefined {
    let at = this.nearest[Math.min(line, this.index.count)] as number;
    while (at >= 0) {
      const context = this.at(at);
      if (context !== undefined) return context;
      at = this.nearest[at] as number;
    }
    return undefined;
  }

  /** The first turn context from `line` on that belongs to the same turn. */
  restOfTurn(line: number): TurnContext | undefined {
    for (let at = line; at < this.index.count; at += 1) {
      if (startsTurn(this.index, at)) {
        return undefined;
      }
      const context = this.at(at);
      if (context !== undefined) return context;
    }
    return undefined;
  }

  /** The first turn context from `line` on, whichever turn it belongs to. */
  firstFrom(line: number): TurnContext | undefined {
    for (let at = line; at < this.index.count; at += 1) {
      const context = this.at(at);
      if (context !== undefined) return context;
    }
    return undefined;
  }

  /** The settings applied last before `line`, wherever; undefined when none are recorded. */
  appliedBefore(line: number): AppliedSettings | undefined {
    const at = this.nearestApplied[Math.min(line, this.index.count)] as number;
    if (at < 0) return undefined;
    if (!this.applied.has(at)) {
      this.applied.set(at, toApplied(at, this.payload(at)?.['thread_settings']));
    }
    return this.applied.get(at);
  }

  private at(line: number): TurnContext | undefined {
    if (this.index.kinds[line] !== LineKind.turnContext) return undefined;
    if (this.contexts.has(line)) return this.contexts.get(line);
    const payload = this.payload(line);
    const isTaken = payload !== undefined && (this.isLenient || isStrictTurnContext(payload));
    const context = isTaken ? toTurnContext(line, payload) : undefined;
    this.contexts.set(line, context);
    return context;
  }

  private payload(line: number): ReturnType<typeof readPayload> {
    return readPayload(
      this.bytes,
      this.index.starts[line] as number,
      this.index.ends[line] as number,
    );
  }
}

function toApplied(line: number, settings: unknown): AppliedSettings | undefined {
  if (!isRecord(settings) || typeof settings['model'] !== 'string') return undefined;
  const text = (key: string): string | undefined => {
    const value = settings[key];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    line,
    model: settings['model'],
    effort: text('reasoning_effort') ?? text('effort'),
    summary: text('reasoning_summary'),
    serviceTier: text('service_tier'),
  };
}
