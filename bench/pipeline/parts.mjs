// The stages of a render one by one, put together as `assemble/plan-session` does: the only file here that knows them.

import { openSession } from '../../dist/assemble/open-session.js';
import { prepareContext } from '../../dist/assemble/prepare-context.js';
import { RequestStream } from '../../dist/assemble/request-stream.js';
import { selectRequests } from '../../dist/assemble/select-requests.js';
import { SessionView } from '../../dist/assemble/session-view.js';
import { readContext } from '../../dist/read-context.js';
import { findOwnStart } from '../../dist/rollout/own-lines.js';
import { findRequests } from '../../dist/rollout/find-requests.js';
import { inMemory } from '../../dist/sources/memory-bytes.js';

/** @typedef {import('../../dist/contract/session.js').SessionInput} SessionInput */
/** @typedef {import('../../dist/assemble/prepare-context.js').PreparedContext} PreparedContext */

/**
 * What a thread keeps from session to session.
 * @param {'last' | 'all'} at
 * @param {import('../../dist/contract/options.js').KernelChoice} [kernel]
 */
export function contextFor(at, kernel = 'auto') {
  return prepareContext(readContext({ at: { kind: at }, kernel }));
}

/** @param {import('../sessions.mjs').SessionFile} file @returns {SessionInput} */
export function inputInMemory({ path, bytes }) {
  return inputOf(path, inMemory(bytes));
}

/** @param {string} file @param {import('../../dist/contract/bytes.js').RolloutBytes} bytes @returns {SessionInput} */
export function inputOf(file, bytes) {
  return { file, bytes, segments: [{ file, startBytes: 0, endBytes: bytes.size }] };
}

/** Lines are indexed, nothing is decoded yet. @param {SessionInput} input @param {PreparedContext} context */
export function opened(input, context) {
  const session = openSession(input, context);
  const view = new SessionView(input, session, context);
  return { session, view, source: view.source(session.rules) };
}

/** All requests, to be walked as often as is wanted. @param {SessionInput} input @param {PreparedContext} context */
export function requestStream(input, context) {
  const { session, view } = opened(input, context);
  const { bytes } = input;
  const ownStart = findOwnStart(bytes, session.index, session.firstOwnLine, session.meta.timestamp);
  const points = findRequests(session.index, ownStart, view.questions());
  const selected = selectRequests(points, context.options.at, session.index.count);
  return new RequestStream(view, selected);
}
