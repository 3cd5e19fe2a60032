/** Tells what is in a rollout without rendering it: lines by kind, turns, requests, compactions, rollbacks, damage. */

import { atom, atomName } from '../contract/atoms.js';
import { type LineIndex, LineKind } from '../contract/line-index.js';
import type { Notice } from '../contract/request.js';
import type { SessionInput } from '../contract/session.js';
import { startsTurn } from '../contract/turn-events.js';
import { findRequests, type RequestPoint } from '../rollout/find-requests.js';
import { findOwnStart } from '../rollout/own-lines.js';
import { type OpenSession, openSession } from './open-session.js';
import type { PreparedContext } from './prepare-context.js';
import type { CompactionForm } from './session-source.js';
import { SessionView } from './session-view.js';
import { supersededBytes } from './superseded-bytes.js';

export interface CompactionSummary {
  /** Counted from 1. */
  readonly line: number;
  readonly form: CompactionForm;
  readonly bytes: number;
  /** Items of the replacement history, undefined when only a summary was recorded. */
  readonly items: number | undefined;
}

export interface RollbackSummary {
  readonly line: number;
  readonly turns: number;
}

export interface InspectReport {
  readonly file: string;
  readonly threadId: string;
  readonly cliVersion: string | undefined;
  readonly rules: string;
  readonly isPaginated: boolean;
  readonly bytes: number;
  readonly lines: Readonly<Record<string, number>>;
  readonly items: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  readonly turns: number;
  readonly models: readonly string[];
  readonly requests: Readonly<Record<'turn' | 'follow_up' | 'compaction', number>>;
  readonly compactions: readonly CompactionSummary[];
  readonly rollbacks: readonly RollbackSummary[];
  readonly fork: ForkSummary | undefined;
  /** Bytes before the newest compaction, which no later request carries. */
  readonly supersededBytes: number;
  readonly notices: readonly Notice[];
  readonly noticesLeftOut: number;
}

export interface ForkSummary {
  readonly forkedFrom: string | undefined;
  readonly parentThread: string | undefined;
  /** Lines copied from the parent into this file. */
  readonly copiedLines: number;
  /** Bytes shared with parents' files. */
  readonly sharedBytes: number;
}

/** @throws PromptmillError as `planSession` does */
export function inspectSession(input: SessionInput, context: PreparedContext): InspectReport {
  const session = openSession(input, context);
  const { index, meta } = session;
  const view = new SessionView(input, session, context);
  const ownStart = findOwnStart(input.bytes, index, session.firstOwnLine, meta.timestamp);
  const points = findRequests(index, ownStart, view.questions());
  const compactions = listCompactions(session, view);
  const ownBytes = input.segments.at(-1)?.startBytes ?? 0;
  return {
    file: input.file,
    threadId: meta.id,
    cliVersion: meta.cliVersion,
    rules: session.rules.id,
    isPaginated: meta.isPaginated,
    bytes: input.bytes.size - ownBytes,
    lines: count(session, (line) => lineNames[index.kinds[line] as number]),
    items: count(session, (line) => (isItem(index, line) ? nameOf(index, line) : undefined)),
    events: count(session, (line) =>
      index.kinds[line] === LineKind.event ? nameOf(index, line) : undefined,
    ),
    turns: countTurns(session),
    models: listModels(session, view),
    requests: countRequests(points),
    compactions,
    rollbacks: listRollbacks(session, view),
    fork: forkOf(session, ownStart, ownBytes),
    supersededBytes: supersededBytes(index, session.firstOwnLine),
    notices: session.notices.kept,
    noticesLeftOut: session.notices.leftOut,
  };
}

const lineNames: readonly (string | undefined)[] = [
  'blank',
  'unreadable',
  'session_meta',
  'response_item',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'compacted',
  'turn_context',
  'world_state',
  'event_msg',
  'token_usage_record',
  'other',
  'item without envelope',
  'meta without envelope',
];

function isItem(index: LineIndex, line: number): boolean {
  return index.kinds[line] === LineKind.item || index.kinds[line] === LineKind.bareItem;
}

function nameOf(index: LineIndex, line: number): string {
  const type = atomName(index.types[line] as number) ?? 'other';
  const role = atomName(index.roles[line] as number);
  return role === undefined ? type : `${type} ${role}`;
}

function count(
  { index, firstOwnLine }: OpenSession,
  name: (line: number) => string | undefined,
): Record<string, number> {
  const counts = new Map<string, number>();
  for (let line = firstOwnLine; line < index.count; line += 1) {
    const key = name(line);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted((one, other) => other[1] - one[1]));
}

function countTurns({ index, firstOwnLine }: OpenSession): number {
  let turns = 0;
  for (let line = firstOwnLine; line < index.count; line += 1) {
    if (startsTurn(index, line)) {
      turns += 1;
    }
  }
  return turns;
}

function listModels({ index, firstOwnLine }: OpenSession, view: SessionView): readonly string[] {
  const models = new Set<string>();
  for (let line = firstOwnLine; line < index.count; line += 1) {
    if (index.kinds[line] !== LineKind.turnContext) continue;
    const context = view.settings.before(line + 1);
    if (context !== undefined) models.add(context.model);
  }
  return [...models];
}

function countRequests(points: readonly RequestPoint[]): InspectReport['requests'] {
  const of = (kind: RequestPoint['kind']): number =>
    points.filter((point) => point.kind === kind).length;
  return { turn: of('first'), follow_up: of('later'), compaction: of('compaction') };
}

function listCompactions(
  { index, firstOwnLine, rules }: OpenSession,
  view: SessionView,
): CompactionSummary[] {
  const source = view.source(rules);
  const found: CompactionSummary[] = [];
  for (let line = firstOwnLine; line < index.count; line += 1) {
    if (index.kinds[line] !== LineKind.compacted) continue;
    const bytes = (index.ends[line] as number) - (index.starts[line] as number);
    const form = source.compactionForm(line);
    found.push({ line: line - firstOwnLine + 1, form, bytes, items: source.base(line)?.length });
  }
  return found;
}

function listRollbacks(
  { index, firstOwnLine, rules }: OpenSession,
  view: SessionView,
): RollbackSummary[] {
  const source = view.source(rules);
  const found: RollbackSummary[] = [];
  for (let line = firstOwnLine; line < index.count; line += 1) {
    if (index.kinds[line] !== LineKind.event || index.types[line] !== atom('thread_rolled_back')) {
      continue;
    }
    const event = source.event(line);
    if (event !== undefined) found.push({ line: line - firstOwnLine + 1, turns: event.numTurns });
  }
  return found;
}

function forkOf(
  session: OpenSession,
  ownStart: number,
  sharedBytes: number,
): ForkSummary | undefined {
  const { meta, firstOwnLine } = session;
  if (
    meta.forkedFrom === undefined &&
    meta.parentThread === undefined &&
    meta.historyBase === undefined
  ) {
    return undefined;
  }
  return {
    forkedFrom: meta.forkedFrom ?? meta.historyBase?.threadId,
    parentThread: meta.parentThread,
    copiedLines: ownStart - firstOwnLine,
    sharedBytes,
  };
}
