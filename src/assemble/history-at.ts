/** The history at a request of a session, each item as JSON with its id and metadata, as a compaction sees it. */

import { PromptmillError } from '../contract/errors.js';
import { isRecord } from '../contract/json-record.js';
import type { AtSelector } from '../contract/options.js';
import type { RulesProfile } from '../contract/rules.js';
import type { SessionInput } from '../contract/session.js';
import type { HistoryEntry } from '../history/compact-entry.js';
import { History } from '../history/history.js';
import { findRequests, type RequestPoint } from '../rollout/find-requests.js';
import { findOwnStart } from '../rollout/own-lines.js';
import { truncateMiddle } from '../rollout/truncate-text.js';
import { openSession, type OpenSession } from './open-session.js';
import type { PreparedContext } from './prepare-context.js';
import { selectRequests } from './select-requests.js';
import type { SessionSource } from './session-source.js';
import { SessionView } from './session-view.js';
import { InputWriter } from './write-requests.js';

export interface HistoryAt {
  readonly session: OpenSession;
  readonly rules: RulesProfile;
  /** The request's number; for `next` the count of recorded ones. */
  readonly at: number;
  readonly point: RequestPoint;
  readonly entries: readonly HistoryEntry[];
}

/**
 * @param at one request: `last`, `next`, or a range of one
 * @throws PromptmillError `no_such_request`, `no_requests`, and as `openSession` does
 */
export function historyAt(
  input: SessionInput,
  at: AtSelector,
  context: PreparedContext,
): HistoryAt {
  // A rollout keeps ids and metadata whatever the provider is sent.
  const options = { ...context.options, provider: 'openai', itemIds: 'on' } as const;
  const session = openSession(input, context);
  const view = new SessionView(input, session, { ...context, options });
  const { index, meta, firstOwnLine } = session;
  const ownStart = findOwnStart(input.bytes, index, firstOwnLine, meta.timestamp);
  const points = findRequests(index, ownStart, view.questions());
  const [request] = selectRequests(points, at, index.count);
  if (request === undefined) {
    throw new PromptmillError('no_requests', 'the rollout records no request', {
      file: input.file,
      found: '0 requests',
      expected: 'a session in which the model answered',
      remedy: 'compact what a resume would send: --at next',
    });
  }
  const rules = view.rulesOf(request.point);
  const source = view.source(rules);
  const { texts } = context;
  const history = new History(source, {
    summaryPrefix: texts['compaction.summary-prefix'],
    noSummary: texts['compaction.no-summary'],
    cut: (text, tokens) => truncateMiddle(text, tokens, 'tokens'),
  });
  if (request.isNext) history.rebuild(request.point.line);
  else history.advanceTo(request.point.line);
  const entries: HistoryEntry[] = [];
  for (let place = 0; place < history.list.length; place += 1) {
    entries.push(entryOf(input, source, history.list.at(place)));
  }
  return { session, rules, at: request.at, point: request.point, entries };
}

/** The items' whole form: no model's abilities are asked for. */
const anyModel = 0;

function entryOf(input: SessionInput, source: SessionSource, item: number): HistoryEntry {
  const { table } = source;
  const whole = source.variant(item, anyModel);
  const chunks: Buffer[] = [];
  const writer = new InputWriter(input.bytes, new Uint8Array(0));
  writer.write(
    { table, items: Int32Array.of(whole), count: 1 },
    { write: (chunk) => void chunks.push(Buffer.from(chunk)) },
  );
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (!isRecord(value)) throw new PromptmillError('internal', 'an item is no JSON object');
  return { value, flags: table.flags[item] as number };
}
