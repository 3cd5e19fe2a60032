/** The shape of one output line: a request, where it comes from, and how surely each of its fields is known. */

/** Why a request was sent. */
export type RequestKind = 'turn' | 'follow_up' | 'steer' | 'goal' | 'compaction' | 'next';

/**
 * How surely a field is known. `exact`: recorded bytes. `rendered`: from a pack or catalog by rules proved on the
 * reference binary. `assumed`: a default was used, named in the note. `unknown`: left out, named in the note.
 */
export type FidelityLevel = 'exact' | 'rendered' | 'assumed' | 'unknown';

/** A field's fidelity, `level` or `level: note`. */
export type Fidelity = FidelityLevel | `${FidelityLevel}: ${string}`;

export interface RequestSource {
  readonly file: string;
  /** The line after which the request was sent, counted from 1. */
  readonly line: number;
}

/** One rendered request as a value; on the wire it is one JSON line with these keys in this order. */
export interface RenderedRequest {
  /** `<thread id>#<n>`. */
  readonly id: string;
  readonly source: RequestSource;
  /** The request's number among the recorded ones of its file, from 0; for `next` the count of recorded ones. */
  readonly at: number;
  readonly kind: RequestKind;
  /** The body, as parsed JSON. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly fidelity: Readonly<Record<string, Fidelity>>;
}

/** Something read beyond what the reference loader takes, or passed over; never fatal. */
export interface Notice {
  readonly code:
    | 'byte_order_mark'
    | 'invalid_utf8_line'
    | 'damaged_line'
    | 'bare_line'
    | 'record_type_line'
    | 'missing_meta'
    | 'lone_surrogate'
    | 'undecodable_line'
    | 'duplicate_ordinal'
    | 'file_id_mismatch'
    | 'parent_not_found'
    | 'truncated_tail';
  /** Counted from 1. */
  readonly line: number;
  readonly offsetBytes: number;
  readonly found: string;
  readonly expected: string;
}

/** What became of one session. */
export interface SessionReport {
  readonly threadId: string;
  readonly cliVersion: string | undefined;
  readonly rules: string;
  /** Requests recorded in the file, rendered or not. */
  readonly recordedRequests: number;
  readonly renderedRequests: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly notices: readonly Notice[];
  /** Notices beyond those kept in `notices`. */
  readonly noticesLeftOut: number;
}
