/** Walks a traced session once and keeps what its page needs. */

import type { Inference, SessionFacts, TracedSession } from '../../contract/inference.js';
import { optional } from '../../contract/optional-member.js';
import type { TokenCounter } from '../../contract/tokens.js';
import { PartReader } from '../explain/read-part.js';
import { isSamePart } from '../explain/same-part.js';
import { sharedPrefix } from '../explain/shared-prefix.js';
import { PartCollector } from './collect-parts.js';
import { fitTexts, type TextLimits } from './fit-texts.js';
import { type Leaf, leavesOf } from './leaves.js';
import { listChange } from './list-change.js';
import { NameTable } from './name-table.js';
import type { PageData, PageRequest, PageSession } from './page-data.js';
import { sectionOfGroup } from './section-of-group.js';

export interface CollectOptions {
  readonly counter: TokenCounter;
  /** Program and version. */
  readonly madeBy: string;
  readonly limits: TextLimits;
}

/** What the next request is compared with. */
interface Before {
  readonly body: Uint8Array;
  readonly leaves: readonly Leaf[];
  readonly ids: readonly number[];
  readonly protocolBytes: number;
}

const nothingBefore: Before = { body: new Uint8Array(), leaves: [], ids: [], protocolBytes: 0 };

/** Bodies are dropped as the walk goes on: what is kept grows with the distinct parts, not with the requests. */
export function collectPage(
  { session, inferences }: TracedSession,
  options: CollectOptions,
): PageData {
  const parts = new PartCollector(new PartReader(session.file, options.counter));
  const fidelities = new NameTable<Inference['fidelity']>();
  const requests: PageRequest[] = [];
  let before = nothingBefore;
  for (const inference of inferences) {
    const { body, fidelity } = inference;
    const prefixBytes = sharedPrefix(before.body, body);
    const sent = { body, parts: inference.trace.parts };
    const leaves = leavesOf(sent.parts);
    const ids = leaves.map((leaf, index) => {
      return idFromBefore(leaf, index, { before, prefixBytes }) ?? parts.idOf(leaf, sent);
    });
    const protocolBytes = body.length - sum(ids, parts.columns.bytes);
    requests.push({
      ...factsOf(inference),
      ...changeOf({ body, ids, protocolBytes }, before, parts),
      protocolBytes,
      tokens: sum(ids, parts.columns.tokens),
      fidelity: fidelities.numberOf(JSON.stringify(fidelity), () => fidelity),
      list: listChange(before.ids, ids),
      prefixBytes,
    });
    before = { body, leaves, ids, protocolBytes };
  }
  return {
    session: sessionOf(session),
    counter: options.counter.name,
    madeBy: options.madeBy,
    protocol: sectionOfGroup('protocol'),
    sections: parts.sections.values,
    sources: parts.sources.values,
    rules: parts.rules.values,
    fidelities: fidelities.values,
    names: parts.names.values,
    texts: fitTexts(parts.texts.values, options.limits),
    parts: parts.columns,
    requests,
  };
}

function sessionOf(session: SessionFacts): PageSession {
  const { file, threadId, cliVersion, rules, cwd, recordedRequests, lines, inputBytes } = session;
  return {
    file,
    threadId,
    version: cliVersion ?? 'not told',
    rules,
    cwd: cwd ?? '',
    ...optional('startedAtMs', session.startedAtMs),
    recordedRequests,
    lines,
    inputBytes,
  };
}

/** A part in the prefix that both requests share is the part it was, unless it is told of otherwise. */
function idFromBefore(
  leaf: Leaf,
  index: number,
  { before, prefixBytes }: { readonly before: Before; readonly prefixBytes: number },
): number | undefined {
  const known = before.leaves[index];
  const isKnown = known?.bytes === leaf.bytes && isSamePart(leaf.part, known.part, prefixBytes);
  return isKnown ? before.ids[index] : undefined;
}

function factsOf(
  inference: Inference,
): Pick<PageRequest, 'at' | 'kind' | 'line' | 'bytes' | 'model'> {
  const { at, kind, source, body, facts } = inference;
  return {
    at,
    kind,
    line: source.line,
    bytes: body.length,
    model: modelOf(inference),
    ...optional('sentAtMs', facts.sentAtMs),
    ...optional('usage', usageOf(facts.usage)),
  };
}

function usageOf(usage: Inference['facts']['usage']): PageRequest['usage'] {
  if (usage === undefined) return undefined;
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  return { input: inputTokens, cached: cachedInputTokens, output: outputTokens };
}

/** Read from the field alone: parsing every body would take longer than all the rest. */
function modelOf({ trace, body }: Inference): string {
  const field = trace.parts.find(({ path }) => path === '/model');
  if (field === undefined) return '';
  return String(
    JSON.parse(Buffer.from(body.subarray(field.startBytes, field.endBytes)).toString()),
  );
}

type Change = Pick<PageRequest, 'addedBytes' | 'keptBytes' | 'droppedBytes'>;

/** What is added and kept is the whole body; what grew between the parts counts as added. */
function changeOf(
  now: Pick<Before, 'body' | 'ids' | 'protocolBytes'>,
  before: Before,
  { contents, columns: { bytes } }: PartCollector,
): Change {
  const left = new Map<number | undefined, number>();
  for (const id of before.ids) left.set(contents[id], (left.get(contents[id]) ?? 0) + 1);
  let keptBytes = Math.min(now.protocolBytes, before.protocolBytes);
  for (const id of now.ids) {
    const copies = left.get(contents[id]) ?? 0;
    if (copies === 0) continue;
    left.set(contents[id], copies - 1);
    keptBytes += bytes[id] ?? 0;
  }
  return {
    keptBytes,
    addedBytes: now.body.length - keptBytes,
    droppedBytes: before.body.length - keptBytes,
  };
}

function sum(ids: readonly number[], column: readonly number[]): number {
  return ids.reduce((total, id) => total + (column[id] ?? 0), 0);
}
