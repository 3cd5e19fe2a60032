/** Finds, in the lines of a rollout, what a resume may compare with (spec 3 §2.2, §2.5). */

import type { ContextBaseline } from '../contract/context.js';
import { replayWorldState, type WorldStateRecord } from './replay-world-state.js';

/** A line as far as it matters here; others may be left out. */
export type BaselineLine =
  | Exclude<WorldStateRecord, { readonly kind: 'compacted' }>
  /** `isLegacy`: without a replacement history, so that the history was rebuilt. */
  | CompactedLine
  | TurnContextLine
  /** An item, or an event that shows one: whether a user's turn begins with it. */
  | { readonly kind: 'item'; readonly isBoundary: boolean }
  | { readonly kind: 'rolled_back'; readonly turns: number }
  | {
      readonly kind: 'started' | 'completed' | 'aborted';
      readonly turnId: string | undefined;
    };

interface CompactedLine {
  readonly kind: 'compacted';
  readonly isLegacy: boolean;
}

export interface TurnContextLine {
  readonly kind: 'turn_context';
  readonly turnId: string | undefined;
  readonly model: string;
  readonly compHash?: string;
  readonly realtimeActive?: boolean;
  readonly personality?: string;
  readonly multiAgentMode?: string | { readonly custom: string };
}

/** The newest turn context that counts; `cleared` by a compaction after it. */
type Reference = TurnContextLine | 'cleared' | undefined;

/** The lines of a turn, seen from its end. */
interface Segment {
  turnId: string | undefined;
  hasUser: boolean;
  previous: TurnContextLine | undefined;
  reference: Reference;
  /** Newest first. */
  readonly worldStates: WorldStateRecord[];
}

/** @param lines in the order of the file */
export function findBaseline(lines: readonly BaselineLine[]): Omit<ContextBaseline, 'hasFragment'> {
  const walk = new BackwardWalk();
  for (const line of lines.toReversed()) walk.take(line);
  return walk.finish();
}

class BackwardWalk {
  private pending = 0;
  private segment: Segment | undefined;
  private previous: TurnContextLine | undefined;
  private reference: Reference;
  private readonly worldStates: WorldStateRecord[] = [];
  /** Whether the history from its base on holds a compaction without replacement. */
  private isRebuilt = false;
  private hasBase = false;

  take(line: BaselineLine): void {
    switch (line.kind) {
      case 'compacted':
        this.takeCompaction(line);
        break;
      case 'full':
      case 'patch':
        this.open().worldStates.push(line);
        break;
      case 'turn_context':
        takeContext(this.open(), line);
        break;
      case 'item':
        if (line.isBoundary) this.open().hasUser = true;
        else this.open();
        break;
      case 'rolled_back':
        this.pending += line.turns;
        break;
      default:
        this.takeTurnEvent(line.kind, line.turnId);
    }
  }

  finish(): Omit<ContextBaseline, 'hasFragment'> {
    this.close();
    const { reference, previous } = this;
    const isTold = reference !== undefined && reference !== 'cleared' && !this.isRebuilt;
    const worldState = replayWorldState(this.worldStates.toReversed());
    return {
      ...(isTold ? { reference: referenceOf(reference) } : {}),
      ...(previous === undefined ? {} : { previous: previousOf(previous) }),
      ...(worldState === undefined ? {} : { worldState }),
    };
  }

  private takeCompaction({ kind, isLegacy }: CompactedLine): void {
    const segment = this.open();
    segment.worldStates.push({ kind });
    segment.reference ??= 'cleared';
    if (!this.hasBase && isLegacy) this.isRebuilt = true;
    if (!isLegacy) this.hasBase = true;
  }

  private takeTurnEvent(
    kind: 'started' | 'completed' | 'aborted',
    turnId: string | undefined,
  ): void {
    if (kind === 'started') {
      if (this.segment !== undefined && isOneTurn(this.segment.turnId, turnId)) this.close();
    } else if (kind === 'completed' || this.segment !== undefined || turnId !== undefined) {
      this.open().turnId ??= turnId;
    }
  }

  private open(): Segment {
    this.segment ??= {
      turnId: undefined,
      hasUser: false,
      previous: undefined,
      reference: undefined,
      worldStates: [],
    };
    return this.segment;
  }

  /** A turn that was rolled back counts for nothing; one without a user's words can only clear. */
  private close(): void {
    const { segment } = this;
    this.segment = undefined;
    if (segment === undefined) return;
    if (this.pending > 0) {
      if (segment.hasUser) this.pending -= 1;
      return;
    }
    if (segment.hasUser) this.previous ??= segment.previous;
    if (segment.hasUser || segment.reference === 'cleared') this.reference ??= segment.reference;
    this.worldStates.push(...segment.worldStates);
  }
}

function takeContext(segment: Segment, line: TurnContextLine): void {
  segment.turnId ??= line.turnId;
  if (!isOneTurn(segment.turnId, line.turnId)) return;
  // Seen backwards: the oldest of the turn stays as the settings before, the newest as the reference.
  segment.previous = line;
  segment.reference ??= line;
}

function isOneTurn(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

function referenceOf({ model, personality, multiAgentMode }: TurnContextLine) {
  return {
    model,
    ...(personality === undefined ? {} : { personality }),
    ...(multiAgentMode === undefined ? {} : { multiAgentMode }),
  };
}

function previousOf({ model, compHash, realtimeActive }: TurnContextLine) {
  return {
    model,
    ...(compHash === undefined ? {} : { compHash }),
    ...(realtimeActive === undefined ? {} : { realtimeActive }),
  };
}
