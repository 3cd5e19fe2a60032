/** One inference of a stored session: the request, what the model answered, and what the rollout tells of the time and tokens. */

import type { JsonRecord } from './json-record.js';
import type { Fidelity, Notice, RequestKind, RequestSource } from './request.js';
import type { RequestTrace } from './trace.js';

/** Tokens the server counted, as recorded. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningOutputTokens: number;
  readonly totalTokens: number;
}

/** What a rollout tells of an inference beside its request. A member is left out when no line tells it. */
export interface InferenceFacts {
  /** When the newest line before the request was written, in milliseconds of Unix time. */
  readonly sentAtMs?: number;
  /** When the last line of the answer was written. */
  readonly answeredAtMs?: number;
  /** The items the model wrote, parsed, in order; empty when there was no answer. */
  readonly answer: readonly JsonRecord[];
  readonly usage?: TokenUsage;
}

/** A request as it is sent, with its trace. */
export interface Inference {
  /** `<thread id>#<at>`. */
  readonly id: string;
  readonly source: RequestSource;
  readonly at: number;
  readonly kind: RequestKind;
  readonly fidelity: Readonly<Record<string, Fidelity>>;
  /** The request body, JSON in UTF-8. */
  readonly body: Uint8Array;
  /** The body parsed, once. */
  readonly request: JsonRecord;
  /** Where its bytes come from; worked out when first asked for. */
  readonly trace: RequestTrace;
  /** Read when first asked for. */
  readonly facts: InferenceFacts;
}

/** A session as a whole. */
export interface SessionFacts {
  readonly file: string;
  readonly threadId: string;
  /** Of the whole tree of threads; the thread's own where none is recorded. */
  readonly sessionId: string;
  readonly cliVersion: string | undefined;
  /** Id of the rules profile it was assembled by. */
  readonly rules: string;
  /** When it began, in milliseconds of Unix time. */
  readonly startedAtMs?: number;
  readonly cwd?: string;
  readonly forkedFromId?: string;
  /** The thread that spawned this one as a sub-agent. */
  readonly parentThreadId?: string;
  readonly recordedRequests: number;
  readonly lines: number;
  readonly inputBytes: number;
  /** Bytes of the file before its newest compaction, which no later request carries. */
  readonly supersededBytes: number;
  readonly notices: readonly Notice[];
}

/**
 * A session with its inferences, which are walked once. One stays as it is when the next is asked for; its trace and facts
 * are read from the rollout, so they are asked for while that is open.
 */
export interface TracedSession {
  readonly session: SessionFacts;
  readonly inferences: Iterable<Inference>;
}
