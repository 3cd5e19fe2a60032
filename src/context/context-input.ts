/** What the context engine works on: settings, what was told before, and where words and rules come from. */

import type { Model } from '../catalog/model.js';
import type {
  AgentsMdSnapshot,
  ContextBaseline,
  ContextSettings,
  EnvironmentsSnapshot,
} from '../contract/context.js';
import type { RulesProfile } from '../contract/rules.js';
import type { PackTexts } from '../contract/texts.js';

/**
 * What a section was told as before, seen from the next turn (spec 1 §6.2): nothing; something, but it is not known
 * what; or this.
 */
export type Told<Snapshot> =
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }
  | { readonly state: 'known'; readonly snapshot: Snapshot };

/** Writes a section's texts; undefined: there is nothing to say. */
export interface SectionWriter<Snapshot> {
  readonly full: (snapshot: Snapshot) => string | undefined;
  /** What is said where the section was told before, or seems to have been; nothing where nothing changed. */
  readonly changed: (
    told: Exclude<Told<Snapshot>, { readonly state: 'absent' }>,
    snapshot: Snapshot,
  ) => string | undefined;
}

/** The sections whose texts are written elsewhere. */
export interface SectionTexts {
  readonly agentsMd: SectionWriter<AgentsMdSnapshot>;
  readonly environments: SectionWriter<EnvironmentsSnapshot>;
}

export interface ContextInput {
  readonly settings: ContextSettings;
  readonly baseline: ContextBaseline;
  /** The model of the settings, with the config's overrides applied to it (spec 1 §1.3). */
  readonly model: Model;
  readonly rules: RulesProfile;
  readonly texts: PackTexts;
  readonly sections: SectionTexts;
}
