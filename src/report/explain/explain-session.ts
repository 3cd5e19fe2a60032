/** Explains a session: the requests of it that are asked for, and what each has beside the one before. */

import type { Inference, TracedSession } from '../../contract/inference.js';
import { optional } from '../../contract/optional-member.js';
import type { TokenCounter } from '../../contract/tokens.js';
import { compareRequests } from './compare-requests.js';
import { RequestExplainer } from './explain-request.js';
import type { ExplainedRequest, Explanation, TimelineEntry } from './explanation.js';

/** A request with its place on the time line. */
export interface ExplainedStep {
  readonly inference: Inference;
  readonly request: ExplainedRequest;
  readonly entry: TimelineEntry;
}

export interface ExplainOptions {
  readonly counter: TokenCounter;
  /** Number of the first request to explain; one of the session before it is only compared with. Left out: all. */
  readonly from?: number;
  /** What the first is compared with, where the session does not hold it. */
  readonly former?: Inference | undefined;
}

/** Walks the session once. A request shares with the one before it what is the same in both. */
export function* explainSteps(
  { session, inferences }: TracedSession,
  { counter, from = 0, former: given }: ExplainOptions,
): Generator<ExplainedStep> {
  const explainer = new RequestExplainer(session.file, counter);
  let former = given;
  for (const inference of inferences) {
    if (inference.at >= from) {
      const request = explainer.explain(inference);
      yield { inference, request, entry: entryOf(request, inference, former) };
    }
    former = inference;
  }
}

/** The whole as one value. A long session with all its requests is better taken step by step. */
export function explainSession(traced: TracedSession, options: ExplainOptions): Explanation {
  const steps = [...explainSteps(traced, options)];
  return {
    session: traced.session,
    counter: options.counter.name,
    requests: steps.map(({ request }) => request),
    timeline: steps.map(({ entry }) => entry),
  };
}

function entryOf(
  { id, at, kind, line, bytes, tokens, parts }: ExplainedRequest,
  inference: Inference,
  former: Inference | undefined,
): TimelineEntry {
  const { sentAtMs, usage } = inference.facts;
  return {
    id,
    at,
    kind,
    line,
    bytes,
    tokens,
    items: parts.filter((part) => part.kind === 'item').length,
    ...optional('sentAtMs', sentAtMs),
    ...optional('usage', usage),
    ...optional('change', former && compareRequests(former, inference)),
  };
}
