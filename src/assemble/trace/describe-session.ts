/** Says what a session is as a whole: whose, when, where, how large. */

import type { SessionFacts } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { LineKind } from '../../contract/line-index.js';
import { optional } from '../../contract/optional-member.js';
import type { SessionInput } from '../../contract/session.js';
import { readPayload } from '../../rollout/read-control.js';
import type { OpenSession } from '../open-session.js';
import { supersededBytes } from '../superseded-bytes.js';
import { timeIn } from './read-facts.js';

export function describeSession(
  input: SessionInput,
  session: OpenSession,
  recordedRequests: number,
): SessionFacts {
  const { index, meta, firstOwnLine, notices } = session;
  const ownStart = input.segments.at(-1)?.startBytes ?? 0;
  const startedAtMs = meta.timestamp === undefined ? undefined : timeIn(meta.timestamp);
  const cwd = metaPayload(input, session)?.['cwd'];
  return {
    file: input.file,
    threadId: meta.id,
    sessionId: meta.sessionId,
    cliVersion: meta.cliVersion,
    rules: session.rules.id,
    ...optional('startedAtMs', startedAtMs),
    ...optional('cwd', typeof cwd === 'string' ? cwd : undefined),
    ...optional('forkedFromId', meta.forkedFrom ?? meta.historyBase?.threadId),
    ...optional('parentThreadId', meta.parentThread),
    recordedRequests,
    lines: index.count - firstOwnLine,
    inputBytes: input.bytes.size - ownStart,
    supersededBytes: supersededBytes(index, firstOwnLine),
    notices: notices.kept,
  };
}

/** The line that says what the session is, from 0; -1 when none does. */
export function metaLine({ index, firstOwnLine }: OpenSession): number {
  for (let line = firstOwnLine; line < index.count; line += 1) {
    const kind = index.kinds[line];
    if (kind === LineKind.meta || kind === LineKind.bareMeta) return line;
  }
  return -1;
}

function metaPayload({ bytes }: SessionInput, session: OpenSession): JsonRecord | undefined {
  const line = metaLine(session);
  if (line < 0) return undefined;
  const { starts, ends } = session.index;
  return readPayload(bytes, starts[line] as number, ends[line] as number);
}
