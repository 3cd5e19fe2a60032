/**
 * What `promptmill explain` tells, as plain data: the value that `--json` prints.
 *
 * Bytes are bytes of the body as sent. `bytes` of the parts of a request and its `protocolBytes` are its `bytes`; the
 * numbers of `bytesByOrigin` are, too. Tokens are those of the texts a part carries, decoded: not of the JSON around them.
 */

import type { TokenCounterName } from '../../contract/tokens.js';
import type { SessionFacts, TokenUsage } from '../../contract/inference.js';
import type { FidelityLevel, RequestKind } from '../../contract/request.js';
import type { Origin, TracePartKind } from '../../contract/trace.js';

/** A session, or the requests of it that were asked for. */
export interface Explanation {
  readonly session: SessionFacts;
  readonly counter: TokenCounterName;
  readonly requests: readonly ExplainedRequest[];
  /** One entry for each of `requests`, in their order. */
  readonly timeline: readonly TimelineEntry[];
}

export interface ExplainedRequest {
  /** `<thread id>#<at>`. */
  readonly id: string;
  readonly at: number;
  readonly kind: RequestKind;
  /** The line of the rollout after which it was sent, counted from 1. */
  readonly line: number;
  readonly bytes: number;
  /** Of all its parts. */
  readonly tokens: number;
  /** Keys and punctuation outside its parts. */
  readonly protocolBytes: number;
  readonly bytesByOrigin: Readonly<Partial<Record<Origin['kind'], number>>>;
  /** What fills it: one row a group, the largest first. */
  readonly groups: readonly GroupTotal[];
  /** Fields and items in the order of the body. */
  readonly parts: readonly ExplainedPart[];
  /** How surely each field is known, in the order of the body; of fields that are left out, too. */
  readonly fidelity: readonly FieldFidelity[];
}

/** The parts of one group: a section of the context, a kind of fragment, or a kind of item. */
export interface GroupTotal {
  readonly group: string;
  /** The same in words. */
  readonly what: string;
  readonly parts: number;
  readonly bytes: number;
  readonly tokens: number;
  /** Bytes of texts that stand in the request already. */
  readonly repeatedBytes: number;
  readonly cutBytes: number;
}

export interface ExplainedPart {
  readonly kind: TracePartKind;
  /** JSON pointer into the body: `/instructions`, `/input/4`, `/input/4/content/0`. */
  readonly path: string;
  /** What it is: the group it is counted in, which a program can go by, and in words. */
  readonly group: string;
  readonly what: string;
  /** As sent: `message`, `function_call_output`, `input_text`; of a field, its name. */
  readonly type: string;
  readonly role?: string;
  readonly source: ExplainedSource;
  readonly rule: ExplainedRule;
  /** Where its value stands in the body. */
  readonly startBytes: number;
  readonly bytes: number;
  /** Left out where it holds no text: an image, or what only the server can read. */
  readonly tokens?: number;
  /** The beginning of its text, decoded; left out where it holds none. */
  readonly preview?: string;
  /** The first recorded request that held it; left out for fields. */
  readonly enteredAt?: number;
  /** Parts of this request that carry the very same text, this one with them: 1 where it stands alone. */
  readonly copies: number;
  /** The first of those; left out where this one is. */
  readonly copyOf?: string;
  /** Bytes that were recorded and are not sent. */
  readonly cutBytes?: number;
  /** The content parts of a message, in order; empty for other items and for fields. */
  readonly parts: readonly ExplainedPart[];
}

/** Where a part comes from. */
export interface ExplainedSource {
  readonly words: string;
  readonly origin: Origin;
}

/** Why a part is there. */
export interface ExplainedRule {
  readonly id: string;
  readonly words: string;
}

export interface FieldFidelity {
  readonly field: string;
  readonly level: FidelityLevel;
  readonly note?: string;
}

/** A request on the time line of its session. */
export interface TimelineEntry {
  readonly id: string;
  readonly at: number;
  readonly kind: RequestKind;
  readonly line: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly items: number;
  readonly sentAtMs?: number;
  /** What the server counted. */
  readonly usage?: TokenUsage;
  /** Against the recorded request before it, asked for or not; left out for the first. */
  readonly change?: RequestChange;
}

export interface RequestChange {
  /** The request it is compared with. */
  readonly since: number;
  /** Its size, and how many items it had. */
  readonly formerBytes: number;
  readonly formerItems: number;
  /** Bytes from the start of both bodies that are the same. */
  readonly sharedBytes: number;
  /** The first byte that differs, which is the one at `sharedBytes`; left out when the bodies are the same. */
  readonly differsAt?: FirstDifference;
  /** Items from the start of both inputs that are the same. */
  readonly sharedItems: number;
  /** Whether the input of the request before is wholly kept, and everything in front of it: new items follow, no more. */
  readonly isContinued: boolean;
  /** Items that the request before did not have. */
  readonly added: readonly ChangedItem[];
  /** Items that the request before had; paths are those of that request. */
  readonly dropped: readonly ChangedItem[];
  /** The line of the compaction that replaced the history between them. */
  readonly compactionLine?: number;
}

export interface FirstDifference {
  readonly offsetBytes: number;
  /** `in`: a byte of the part. `before`: one of the punctuation in front of it. `end`: behind all parts. */
  readonly place: 'in' | 'before' | 'end';
  /** The innermost part; left out at the end. */
  readonly path?: string;
  readonly what?: string;
}

export interface ChangedItem {
  readonly path: string;
  readonly what: string;
  readonly bytes: number;
}
