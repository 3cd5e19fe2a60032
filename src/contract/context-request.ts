/** What is asked of a render's context: which settings differ, and what becomes of the recorded one. Plain data. */

import { type AgentsMdSnapshot, type SectionId, sectionIds } from './context.js';
import type { JsonRecord } from './json-record.js';

/**
 * `recorded`: the recorded context stays, only what is asked for changes, in its place. `rebase`: all of it goes and one
 * fresh context comes, as after a compaction. `resume`: what a resume under the settings adds is added.
 */
export type ContextMode = 'recorded' | 'rebase' | 'resume';

/** What can be kept or dropped by name. */
export const choosableSections = [...sectionIds, 'base_instructions'] as const;

export type ChoosableSection = (typeof choosableSections)[number];

/** A goal that steers the thread (spec 3 §6). */
export interface GoalRequest {
  readonly objective: string;
  readonly tokensUsed: number;
  readonly tokenBudget?: number;
}

export interface ContextRequest {
  readonly mode: ContextMode;
  /** Checked settings, nested by key (`context/settings`). */
  readonly settings: JsonRecord;
  readonly keep: readonly ChoosableSection[];
  readonly drop: readonly ChoosableSection[];
  /** The documents to be told instead of the recorded ones; without `text`: none. */
  readonly agentsMd?: AgentsMdSnapshot;
  readonly goal?: GoalRequest;
  /** A user prompt that follows. */
  readonly prompt?: string;
}

/** Whether a section is one that can be told anew. */
export function isSectionId(name: ChoosableSection): name is SectionId {
  return name !== 'base_instructions';
}
