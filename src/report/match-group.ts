/** Finds for each traced request of a group the rendered one that is equal, and for those without, who may be meant. */

import type { TracedRequest } from '../sources/trace-bundle.js';
import { matchInOrder } from './match-requests.js';
import { type BodyKind, type Claim, digestOf, readTraced } from './request-bodies.js';

/** A rendered request, without its text. */
export interface Outline {
  readonly claim: Claim;
  readonly digest: string;
  /** Keys that are not compared, with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
}

export interface Matching {
  /** For each traced request the position of the rendered one that is equal, or -1. */
  readonly matched: readonly number[];
  readonly kinds: readonly BodyKind[];
}

/** How many rendered requests are looked at to find the one that comes nearest. */
const mostCandidates = 12;

export function matchGroup(
  requests: readonly TracedRequest[],
  outlines: readonly Outline[],
): Matching {
  const positions = new Map<string, number[]>();
  const claims = new Map<string, Claim>();
  for (const [position, { claim, digest }] of outlines.entries()) {
    const same = positions.get(digest);
    if (same === undefined) positions.set(digest, [position]);
    else same.push(position);
    claims.set(JSON.stringify(claim), claim);
  }
  const kinds: BodyKind[] = [];
  const wanted = requests.map((request) => {
    const { kind, fields } = readTraced(request.read(), request.kind);
    kinds.push(kind);
    return [...claims.values()]
      .filter((claim) => claim.kind === kind)
      .flatMap((claim) => positions.get(digestOf(fields, claim)) ?? [])
      .toSorted((one, other) => one - other);
  });
  return { matched: matchInOrder(wanted), kinds };
}

/**
 * The rendered requests that the traced request at `index`, which none is equal to, may be meant for: those of its kind
 * between the ones that its neighbours are equal to; failing that, any that is left.
 */
export function candidatesFor(
  index: number,
  { matched, kinds }: Matching,
  outlines: readonly Outline[],
): readonly number[] {
  const taken = new Set(matched);
  const free = outlines.flatMap(({ claim }, position) =>
    claim.kind === kinds[index] && !taken.has(position) ? [position] : [],
  );
  const after = matched.slice(0, index).findLast((position) => position >= 0) ?? -1;
  const before = matched.slice(index + 1).find((position) => position >= 0) ?? outlines.length;
  const between = free.filter((position) => position > after && position < before);
  return (between.length === 0 ? free : between).slice(0, mostCandidates);
}
