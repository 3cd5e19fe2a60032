/** The seam between the pure pipeline and what surrounds it: one rollout in, a plan that knows its size and writes itself out. */

import type { ByteSink, RolloutBytes } from './bytes.js';
import type { RenderOptions } from './options.js';
import type { SessionReport } from './request.js';
import type { PackTexts } from './texts.js';

/** A stretch of the bytes and the file it comes from: the parents' shared prefixes first, the file itself last. */
export interface RolloutSegment {
  readonly file: string;
  readonly startBytes: number;
  readonly endBytes: number;
}

/** One rollout as the pipeline takes it. */
export interface SessionInput {
  /** Name for messages and for `source.file`; not opened. */
  readonly file: string;
  /** The whole history: parents' prefixes (spec 4 §1.3) joined in front of the file's own bytes. */
  readonly bytes: RolloutBytes;
  /** At least one; the last is the file itself. */
  readonly segments: readonly RolloutSegment[];
  /** A parent whose file was not found, so that its prefix is missing. */
  readonly missingParent?: string;
}

/** What every session of a job shares. Plain data, so that each thread can build its own. */
export interface RenderContext {
  readonly options: RenderOptions;
  readonly texts: PackTexts;
  /** Name of the pack, for fidelity notes. */
  readonly packName: string;
  /** Parsed JSON of a model catalog, or undefined when none was given. */
  readonly catalog: unknown;
  /** A JSON array of tools, compact, as bytes; undefined when none was given. */
  readonly tools: Uint8Array | undefined;
}

/** A session's requests, decided but not yet written. */
export interface PlannedSession {
  readonly report: SessionReport;
  /** Exactly what `writeTo` will write, in bytes. */
  readonly outputBytes: number;
  /** Writes one JSON line a request. May be called once, before the next session is planned on the same source. */
  writeTo(sink: ByteSink): void;
}
