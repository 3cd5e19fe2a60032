/** Compares one group of traced requests with the requests rendered from their rollouts. */

import { type PreparedContext, prepareContext } from '../assemble/prepare-context.js';
import { type ErrorRecord, PromptmillError } from '../contract/errors.js';
import type { RenderContext } from '../contract/session.js';
import type { TracedRequest } from '../sources/trace-bundle.js';
import { type Difference, findDifference } from './find-difference.js';
import type { RequestGroup, SessionFacts } from './group-requests.js';
import { matchInOrder } from './match-requests.js';
import type { LineRenderer } from './render-lines.js';
import { type BodyKind, claimOf, digestOf, readRendered, readTraced, type RenderedBody } from './request-bodies.js';

/** A traced request that no rendered one is equal to. */
export interface Miss {
  readonly traced: TracedRequest;
  /** The rendered request that comes nearest, when one stands where it should. */
  readonly nearest: { readonly id: string; readonly file: string; readonly line: number } | undefined;
  readonly difference: Difference | undefined;
}

export interface GroupResult {
  readonly equal: number;
  /** Of those equal, the ones the trace holds only in part. */
  readonly equalInPart: number;
  readonly misses: readonly Miss[];
  readonly failures: readonly ErrorRecord[];
  /** Keys that were not compared, with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** How many rendered requests are looked at to find the one that comes nearest. */
const mostCandidates = 12;

/** A rendered request, without its text. */
interface Outline {
  readonly kind: BodyKind;
  readonly claim: string;
  readonly digest: string;
}

export class GroupVerifier {
  readonly #renderer: LineRenderer;
  readonly #base: RenderContext;

  /** @param base what holds for all sessions; what is not set by the caller comes from a group's facts */
  constructor(renderer: LineRenderer, base: RenderContext) {
    this.#renderer = renderer;
    this.#base = base;
  }

  async verify(group: RequestGroup): Promise<GroupResult> {
    const context = prepareContext(contextFor(this.#base, group.facts));
    const outlines: Outline[] = [];
    const unknown = new Map<string, string>();
    const failures = await this.#render(group, context, (body) => {
      for (const [key, reason] of body.unknown) unknown.set(key, reason);
      const claim = claimOf(body);
      outlines.push({ kind: body.kind, claim, digest: digestOf(body.fields, claim) });
    });
    const { matched, kinds } = matchGroup(group.requests, outlines);
    const missed = matched.flatMap((position, index) => (position < 0 ? [index] : []));
    const candidates = missed.map((index) => candidatesFor(index, { matched, outlines, kinds }));
    return {
      equal: matched.length - missed.length,
      equalInPart: kinds.filter((kind, index) => kind === 'part' && (matched[index] ?? -1) >= 0).length,
      misses: await this.#explain(group, context, { missed, candidates }),
      failures,
      unknown,
    };
  }

  async #render(
    { files }: RequestGroup,
    context: PreparedContext,
    take: (body: RenderedBody) => void,
  ): Promise<ErrorRecord[]> {
    const failures: ErrorRecord[] = [];
    const isToolsClaimed = this.#base.tools !== undefined;
    for (const file of files) {
      try {
        await this.#renderer.render(file, context, (line) => take(readRendered(line, isToolsClaimed)));
      } catch (error) {
        if (!(error instanceof PromptmillError)) throw error;
        failures.push(error.inFile(file).toRecord());
      }
    }
    return failures;
  }

  /** Renders once more, and compares each missed request with those that may have been meant. */
  async #explain(group: RequestGroup, context: PreparedContext, open: OpenMisses): Promise<Miss[]> {
    const misses = open.missed.map((index) => new MissSearch(requestAt(group, index)));
    if (open.candidates.some((positions) => positions.length > 0)) {
      let position = 0;
      await this.#render(group, context, (body) => {
        for (const [order, positions] of open.candidates.entries()) {
          if (positions.includes(position)) misses[order]?.look(body);
        }
        position += 1;
      });
    }
    return misses.map((search) => search.result());
  }
}

interface OpenMisses {
  readonly missed: readonly number[];
  readonly candidates: readonly (readonly number[])[];
}

/** Looks for the rendered request that goes along with a traced one the furthest. */
class MissSearch {
  readonly #traced: TracedRequest;
  #best: { readonly body: RenderedBody; readonly difference: Difference } | undefined;

  constructor(traced: TracedRequest) {
    this.#traced = traced;
  }

  look(body: RenderedBody): void {
    const { fields } = readTraced(this.#traced.read(), this.#traced.kind);
    const difference = findDifference(fields, body.fields, body.unknown);
    if (difference === undefined) return;
    const isNearer =
      this.#best === undefined ||
      difference.explanation !== undefined ||
      difference.tracedOffsetBytes > this.#best.difference.tracedOffsetBytes;
    if (isNearer) this.#best = { body, difference };
  }

  result(): Miss {
    const { body, difference } = this.#best ?? {};
    const nearest = body && { id: body.id, file: body.file, line: body.line };
    return { traced: this.#traced, nearest, difference };
  }
}

function requestAt({ requests }: RequestGroup, index: number): TracedRequest {
  const request = requests[index];
  if (request === undefined) throw new PromptmillError('internal', `no traced request ${String(index)}`);
  return request;
}

function contextFor(base: RenderContext, facts: SessionFacts): RenderContext {
  const { options } = base;
  return {
    ...base,
    options: {
      ...options,
      at: { kind: 'all' },
      provider: facts.provider ?? options.provider,
      itemIds: facts.itemIds ?? options.itemIds,
    },
    tools: base.tools ?? (facts.tools === undefined ? undefined : new TextEncoder().encode(facts.tools)),
  };
}

interface Matching {
  /** For each traced request the position of the rendered one that is equal, or -1. */
  readonly matched: readonly number[];
  readonly kinds: readonly BodyKind[];
}

function matchGroup(requests: readonly TracedRequest[], outlines: readonly Outline[]): Matching {
  const positions = new Map<string, number[]>();
  for (const [position, { claim, digest }] of outlines.entries()) {
    const key = `${claim}\n${digest}`;
    positions.set(key, [...(positions.get(key) ?? []), position]);
  }
  const claims = [...new Set(outlines.map(({ claim }) => claim))];
  const kinds: BodyKind[] = [];
  const wanted = requests.map((request) => {
    const { kind, fields } = readTraced(request.read(), request.kind);
    kinds.push(kind);
    return claims
      .filter((claim) => claim.split(' ')[0] === kind)
      .flatMap((claim) => positions.get(`${claim}\n${digestOf(fields, claim)}`) ?? [])
      .toSorted((one, other) => one - other);
  });
  return { matched: matchInOrder(wanted), kinds };
}

/** The rendered requests of its kind between those that its neighbours are equal to; failing that, any that is left. */
function candidatesFor(
  index: number,
  { matched, outlines, kinds }: Matching & { readonly outlines: readonly Outline[] },
): readonly number[] {
  const taken = new Set(matched);
  const free = outlines.flatMap(({ kind }, position) =>
    kind === kinds[index] && !taken.has(position) ? [position] : [],
  );
  const after = Math.max(-1, ...matched.slice(0, index));
  const before = matched.slice(index + 1).find((position) => position >= 0) ?? outlines.length;
  const between = free.filter((position) => position > after && position < before);
  return (between.length === 0 ? free : between).slice(0, mostCandidates);
}
