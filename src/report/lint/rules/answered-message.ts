/** What a person said and had answered, put before the model once more by a compaction. */

import type { RequestKind } from '../../../contract/request.js';
import { flawAtItem } from '../flaw-at.js';
import type { LintItem } from '../lint-request.js';
import { compactionAt, isCompletedBetween } from '../recorded-session.js';
import type { Flaw, ItemSight, LintRule, RequestSight } from '../rule.js';

export const answeredMessage: LintRule = {
  id: 'answered-message',
  severity: 'warning',
  title: 'An answered message is put again after a compaction',
  remedy:
    'Look at the request with --at, and go on from before the compaction: the model may do the work again.',
  item: (sight) => (isReplayed(sight) ? [replayFlaw(sight.item)] : []),
  request: (sight) => findStanding(sight),
};

/** A shorter text may well be said twice. In UTF-16 code units. */
const leastLength = 40;

function replayFlaw(item: LintItem): Flaw {
  const message = 'this message had its answer before the compaction, and comes again behind it';
  return flawAtItem(item, { message, bytes: item.bytes });
}

/** Whether a message behind a compaction is the last one before it, which had its answer. */
function isReplayed({ item, recorded, session }: ItemSight): boolean {
  const isFragment = item.parts.some(({ fragment }) => fragment !== undefined);
  // The lines of a parent's file are numbered in that file.
  if (item.role !== 'user' || isFragment || item.file !== session.file) return false;
  const text = item.parts
    .map((part) => part.text)
    .join('')
    .trim();
  const compaction = compactionAt(recorded, item.line);
  // An item of the new history has the compaction's own line.
  if (text.length < leastLength || compaction === 0 || compaction === item.line) return false;
  const before = recorded.said.findLast(({ line }) => line < compaction);
  if (before?.text.trim() !== text) return false;
  const isFirst = recorded.said.every(
    (said) => said.line < compaction || said.line > item.line || said.text.trim() === text,
  );
  const times = recorded.said.filter((said) => said.line < compaction && said.text.trim() === text);
  // Who says the same over and over means it.
  return isFirst && times.length === 1 && isCompletedBetween(recorded, before.line, compaction);
}

/** The others need no message of a person. */
const answering: ReadonlySet<string> = new Set<RequestKind>(['turn', 'follow_up', 'steer']);

/** A request behind a compaction that holds nothing to answer but what has its answer. */
function findStanding({ request, recorded }: RequestSight): Flaw[] {
  if (!answering.has(request.kind)) return [];
  const compaction = compactionAt(recorded, request.line);
  const said = recorded.said.findLast(({ line }) => line <= request.line);
  if (compaction < 1 || said === undefined || said.line > compaction) return [];
  if (!isCompletedBetween(recorded, said.line, compaction)) return [];
  const isAsked = request.items.some(
    ({ item }) => item.file === request.file && item.line > compaction && asks(item),
  );
  const last = request.items.findLast(({ item }) => holds(item.parts, said.text));
  if (isAsked || last === undefined) return [];
  const message = 'the newest message of this request had its answer before the compaction';
  const { item, path } = last;
  return [{ ...flawAtItem(item, { message, bytes: item.bytes, detail: 'standing' }), path }];
}

/** A message that is not the session's context: of a person, of a hook, of another agent. */
function asks({ type, role, parts }: LintItem): boolean {
  if (type === 'agent_message') return true;
  return (
    role === 'user' && (parts.length === 0 || parts.some(({ section }) => section === undefined))
  );
}

function holds(parts: readonly { readonly text: string }[], text: string): boolean {
  return parts.some((part) => part.text.trim() === text.trim());
}
