/** A section of the world state: what is remembered of it, and what is said when that changed (spec 1 §6). */

import type { SectionId } from '../contract/context.js';
import type { ContextInput, Told } from './context-input.js';

/** What one section is defined by; `Snapshot` is what the world state keeps of it. */
export interface SectionDefinition<Snapshot> {
  readonly id: SectionId;
  /** Its key in the world state. */
  readonly key: string;
  readonly role: 'developer' | 'user';
  /** What newer releases write into `content_item_kinds`. */
  readonly label: string;
  /** A snapshot counts only while the history still holds a fragment of the section. */
  readonly needsFragment: boolean | ((input: ContextInput) => boolean);
  /** Its message takes in no part of a neighbour. */
  readonly standsAlone?: boolean;
  /** Undefined: the section is switched off, and its key goes. */
  readonly snapshot: (input: ContextInput) => Snapshot | undefined;
  /** A recorded snapshot; undefined when it can't be read, which makes it unknown. */
  readonly read: (recorded: unknown) => Snapshot | undefined;
  /** What is said in a turn that tells changes, after what was told before. */
  readonly text: (told: Told<Snapshot>, input: ContextInput) => string | undefined;
  /** What a full injection says; left out where it is what is said of an absent section. */
  readonly fullText?: (input: ContextInput) => string | undefined;
  /** The label where it depends on the settings. */
  readonly labelFor?: (input: ContextInput) => string;
}

/** A section among others, whatever its snapshot. */
export interface Section extends Omit<SectionDefinition<unknown>, 'read'> {
  readonly text: (told: Told<unknown>, input: ContextInput) => string | undefined;
}

export function defineSection<Snapshot>(definition: SectionDefinition<Snapshot>): Section {
  return {
    ...definition,
    text: (told, input) => definition.text(readTold(told, definition.read), input),
  };
}

function readTold<Snapshot>(
  told: Told<unknown>,
  read: (recorded: unknown) => Snapshot | undefined,
): Told<Snapshot> {
  if (told.state !== 'known') return told;
  const snapshot = read(told.snapshot);
  return snapshot === undefined ? { state: 'unknown' } : { state: 'known', snapshot };
}
