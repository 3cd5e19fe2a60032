/** Plans all requests asked for of one rollout, and writes them: the one place that knows the order of the stages. */

import type { ByteSink } from '../contract/bytes.js';
import type { PlannedSession, SessionInput } from '../contract/session.js';
import { findOwnStart } from '../rollout/own-lines.js';
import { findRequests } from '../rollout/find-requests.js';
import { openSession } from './open-session.js';
import type { PreparedContext } from './prepare-context.js';
import { RequestStream } from './request-stream.js';
import { selectRequests } from './select-requests.js';
import { SessionView } from './session-view.js';
import { InputWriter } from './write-requests.js';

/**
 * @param input the rollout's bytes, its parents' shared prefixes in front
 * @throws PromptmillError when the loader refuses the file, or a request asked for does not exist
 */
export function planSession(input: SessionInput, context: PreparedContext): PlannedSession {
  const session = openSession(input, context);
  const view = new SessionView(input, session, context);
  const ownStart = findOwnStart(
    input.bytes,
    session.index,
    session.firstOwnLine,
    session.meta.timestamp,
  );
  const points = findRequests(session.index, ownStart, view.questions());
  const selected = selectRequests(points, context.options.at, session.index.count);
  const stream = new RequestStream(view, selected);
  // One request alone stays valid until it is written; of several, each only until the next, so they are walked anew.
  const only = selected.length === 1 ? [...stream.requests()] : undefined;
  let outputBytes = 0;
  let count = 0;
  for (const request of only ?? stream.requests()) {
    outputBytes += request.byteLength;
    count += 1;
  }
  return {
    report: {
      threadId: session.meta.id,
      cliVersion: session.meta.cliVersion,
      rules: session.rules.id,
      recordedRequests: points.length,
      renderedRequests: count,
      inputBytes: input.bytes.size,
      outputBytes,
      notices: session.notices.kept,
      noticesLeftOut: session.notices.leftOut,
    },
    outputBytes,
    writeTo(sink: ByteSink): void {
      const writer = new InputWriter(input.bytes, context.scratch.kept);
      for (const request of only ?? stream.requests()) {
        sink.write(request.head);
        if (only === undefined) writer.write(request, sink);
        else writer.writeAlone(request, sink);
        sink.write(request.tail);
      }
      context.scratch.kept = writer.scratch;
    },
  };
}
