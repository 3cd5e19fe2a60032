/** What a probe found: texts with their proof, or why there is none. */

import type { PackTextId } from '../../contract/texts.js';
import type { Bench } from './bench.js';

/** A text as it was rendered again from the pack, and as it was sent. */
export interface Check {
  readonly rendered: string;
  readonly recorded: string;
}

export interface CapturedText {
  readonly id: PackTextId;
  readonly text: string;
  readonly checks: readonly Check[];
}

export interface MissingText {
  readonly id: PackTextId;
  readonly reason: string;
}

export type Finding = CapturedText | MissingText;

/** One way to drive the binary, and the texts it brings out. */
export interface Probe {
  readonly ids: readonly PackTextId[];
  readonly run: (bench: Bench) => Promise<readonly Finding[]>;
}

/** Probes whose texts belong together, under the name that a report uses. */
export interface Family {
  readonly name: string;
  readonly probes: readonly Probe[];
}
