/** Finds a text in what the model read in a session: each part that holds it, once, with the requests that held the part. */

import type { Inference, TracedSession } from '../../contract/inference.js';
import { optional } from '../../contract/optional-member.js';
import type { TracePart } from '../../contract/trace.js';
import type { ExplainedRule, ExplainedSource } from './explanation.js';
import { groupOf, groupWords } from './group-part.js';
import type { Match, Needle } from './needle.js';
import { textsInPart } from './read-texts.js';
import { explainRule } from './rule-words.js';
import { sharedPrefix } from './shared-prefix.js';
import { sourceWords } from './source-words.js';

/** A part of a session's requests that holds the text. */
export interface FoundPart {
  readonly file: string;
  readonly threadId: string;
  /** The requests that held it, in order. */
  readonly requests: readonly RequestRange[];
  /** JSON pointer into the body of the first of them. */
  readonly path: string;
  readonly group: string;
  readonly what: string;
  readonly role?: string;
  readonly source: ExplainedSource;
  readonly rule: ExplainedRule;
  readonly match: Match;
}

/** Numbers of requests, both ends with it. */
export interface RequestRange {
  readonly from: number;
  readonly to: number;
}

export interface SessionFinds {
  readonly found: readonly FoundPart[];
  /** Requests that were searched, and those that held the text. */
  readonly requests: number;
  readonly requestsWithIt: number;
}

/** A part that holds the text, while the session is walked. */
interface Find {
  readonly part: FoundPart;
  /** Those of the part, added to. */
  readonly ranges: { readonly from: number; to: number }[];
  /** Where it ends in the request it was seen in last. */
  endBytes: number;
}

/** Walks the session once. What a request shares with the one before it is not searched again. */
export function findInSession(
  { session, inferences }: TracedSession,
  needle: Needle,
): SessionFinds {
  const finds = new Map<string, Find>();
  let current: readonly Find[] = [];
  let former: Inference | undefined;
  let requests = 0;
  let requestsWithIt = 0;
  for (const inference of inferences) {
    const shared = former === undefined ? 0 : sharedPrefix(former.body, inference.body);
    const kept = current.filter(({ endBytes }) => endBytes <= shared);
    const isRead = kept.length < current.length || needle.mayStandIn(inference.body, shared);
    const come = isRead ? searchFrom(shared, { inference, needle, session, finds }) : [];
    current = [...kept, ...come];
    for (const { ranges } of current) noteRequest(ranges, inference.at);
    requests += 1;
    if (current.length > 0) requestsWithIt += 1;
    former = inference;
  }
  return { found: Array.from(finds.values(), ({ part }) => part), requests, requestsWithIt };
}

interface Search {
  readonly inference: Inference;
  readonly needle: Needle;
  readonly session: TracedSession['session'];
  /** Those of the session so far, by what they are; added to. */
  readonly finds: Map<string, Find>;
}

/** Searches the parts that are not wholly in the shared prefix. */
function searchFrom(sharedBytes: number, search: Search): readonly Find[] {
  const { inference, needle, finds } = search;
  const { body, trace } = inference;
  const come: Find[] = [];
  trace.parts.forEach((part, position) => {
    if (part.endBytes <= sharedBytes) return;
    if (!needle.mayStandIn(body.subarray(0, part.endBytes), part.startBytes)) return;
    const texts = textsInPart({ body, parts: trace.parts, position });
    const match = needle.matchIn(texts);
    if (match === undefined) return;
    const key = JSON.stringify([part.origin, part.rule, part.type, texts]);
    const find = finds.get(key) ?? newFind(part, match, search);
    finds.set(key, find);
    find.endBytes = part.endBytes;
    come.push(find);
  });
  return come;
}

function newFind(part: TracePart, match: Match, { inference, session }: Search): Find {
  const { origin, path, role, rule, endBytes } = part;
  const group = groupOf(part, inference.trace.parts[part.parent]);
  const ranges: Find['ranges'] = [];
  const found: FoundPart = {
    file: session.file,
    threadId: session.threadId,
    requests: ranges,
    path,
    group,
    what: groupWords(group),
    ...optional('role', role),
    source: { words: sourceWords(origin, session.file), origin },
    rule: explainRule(rule),
    match,
  };
  return { part: found, ranges, endBytes };
}

/** One part may stand in a request twice: it is noted once. */
function noteRequest(ranges: Find['ranges'], at: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && at - last.to <= 1) last.to = at;
  else ranges.push({ from: at, to: at });
}
