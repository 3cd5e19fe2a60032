/** Walks a traced session once and keeps what its page needs. */

import type { Inference, SessionFacts, TracedSession } from '../../contract/inference.js';
import { optional } from '../../contract/optional-member.js';
import {
  type DescribePart,
  type Leaf,
  leavesOf,
  PartCollector,
  sameProvenance,
} from './collect-parts.js';
import { fitTexts, type TextLimits } from './fit-texts.js';
import { listChange } from './list-change.js';
import { NameTable } from './name-table.js';
import type { PageData, PageRequest, PageSession } from './page-data.js';
import { sharedPrefix } from './shared-prefix.js';

export interface CollectOptions {
  readonly describe: DescribePart;
  /** Name of the counter that `describe` counts tokens with. */
  readonly counter: string;
  /** Program and version. */
  readonly madeBy: string;
  readonly limits: TextLimits;
}

/** What the next request is compared with. */
interface Before {
  readonly body: Uint8Array;
  readonly leaves: readonly Leaf[];
  readonly ids: readonly number[];
}

const nothingBefore: Before = { body: new Uint8Array(), leaves: [], ids: [] };

/** Bodies are dropped as the walk goes on: what is kept grows with the distinct parts, not with the requests. */
export function collectPage({ session, inferences }: TracedSession, options: CollectOptions): PageData {
  const parts = new PartCollector(options.describe);
  const fidelities = new NameTable<Inference['fidelity']>();
  const requests: PageRequest[] = [];
  let before = nothingBefore;
  for (const inference of inferences) {
    const { body, fidelity } = inference;
    const prefixBytes = sharedPrefix(before.body, body);
    const leaves = leavesOf(inference.trace.parts);
    const ids = leaves.map((leaf, index) => {
      return idFromBefore(leaf, index, { before, prefixBytes }) ?? parts.idOf(leaf, body);
    });
    requests.push({
      ...factsOf(inference),
      ...sumsOf(ids, before.ids, parts.columns),
      structureBytes: body.length - sum(ids, parts.columns.bytes),
      tokens: sum(ids, parts.columns.tokens),
      fidelity: fidelities.numberOf(JSON.stringify(fidelity), () => fidelity),
      list: listChange(before.ids, ids),
      prefixBytes,
    });
    before = { body, leaves, ids };
  }
  return {
    session: sessionOf(session),
    counter: options.counter,
    madeBy: options.madeBy,
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
  { part }: Leaf,
  index: number,
  { before, prefixBytes }: { readonly before: Before; readonly prefixBytes: number },
): number | undefined {
  const known = before.leaves[index]?.part;
  if (known === undefined || part.endBytes > prefixBytes) return undefined;
  if (known.startBytes !== part.startBytes || known.endBytes !== part.endBytes) return undefined;
  return sameProvenance(known, part) ? before.ids[index] : undefined;
}

function factsOf(inference: Inference): Pick<PageRequest, 'at' | 'kind' | 'line' | 'bytes' | 'model'> {
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
  return String(JSON.parse(Buffer.from(body.subarray(field.startBytes, field.endBytes)).toString()));
}

type Sums = Pick<PageRequest, 'addedBytes' | 'keptBytes' | 'droppedBytes'>;

function sumsOf(
  ids: readonly number[],
  before: readonly number[],
  { bytes }: { readonly bytes: readonly number[] },
): Sums {
  const left = new Map<number, number>();
  for (const id of before) left.set(id, (left.get(id) ?? 0) + 1);
  let keptBytes = 0;
  for (const id of ids) {
    const copies = left.get(id) ?? 0;
    if (copies === 0) continue;
    left.set(id, copies - 1);
    keptBytes += bytes[id] ?? 0;
  }
  return {
    keptBytes,
    addedBytes: sum(ids, bytes) - keptBytes,
    droppedBytes: sum(before, bytes) - keptBytes,
  };
}

function sum(ids: readonly number[], column: readonly number[]): number {
  return ids.reduce((total, id) => total + (column[id] ?? 0), 0);
}
