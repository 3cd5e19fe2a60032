/** What is said about each record, whatever the framing. */

import type { ErrorRecord } from '../contract/errors.js';
import type { Notice } from '../contract/request.js';

export const protocolVersion = 1;

/** Which record an answer belongs to. */
export interface Label {
  /** Its number in the input, from 0. */
  readonly seq: number;
  /** What the record calls itself; left out when it has no name. */
  readonly id?: string | number;
}

/** What became of a record that was rendered. */
export interface EndCounts {
  /** Requests sent for it. */
  readonly requests: number;
  /** Requests its rollout holds. */
  readonly recordedRequests: number;
  readonly inputBytes: number;
  /** Of the lines, with their ends, as a render writes them. */
  readonly outputBytes: number;
  /** How often something was read past, by its code. */
  readonly notices: Readonly<Partial<Record<Notice['code'], number>>>;
  readonly noticesLeftOut: number;
}

/** What the program says of itself before the first answer. */
export interface Greeting {
  readonly protocol: typeof protocolVersion;
  readonly tool: string;
  readonly version: string;
  readonly maxFrameBytes: number;
  /** What records are rendered by, unless they say otherwise. */
  readonly options: unknown;
}

/** Writes answers. For each record: its requests in order, then one end or one error. */
export interface Answers {
  /** @param line as a render prints it, without its end; only lent */
  request(label: Label, line: Uint8Array): void;
  end(label: Label, counts: EndCounts): void;
  /** @param requests how many of the record went out before; they don't count */
  error(label: Label, error: ErrorRecord, requests: number): void;
}
