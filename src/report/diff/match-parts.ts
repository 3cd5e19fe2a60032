/** Finds which part of one request stands for which of another: equal, changed, moved, added, removed. */

import { diffArrays } from 'diff';
import { sectionIds } from '../../contract/context.js';
import type { RequestPart } from '../request-parts.js';

export type PartChangeKind = 'changed' | 'moved' | 'added' | 'removed';

export interface PartMatch {
  readonly kind: PartChangeKind;
  readonly before?: RequestPart;
  readonly after?: RequestPart;
}

export interface MatchedParts {
  readonly equal: number;
  /** In the order of the newer request; what is gone stands where it was. */
  readonly changes: readonly PartMatch[];
}

/** More edits than this are not looked for: the time grows with their square. What is left is told as replaced. */
const mostEdits = 2000;

const sections = new Set<string>([...sectionIds, 'base_instructions']);

/** A part without a partner, and the stretch between equal parts that it stands in. */
interface Single {
  readonly part: RequestPart;
  readonly gap: number;
}

/** By those added, those removed. */
type Partners = Map<Single, Single>;

export function matchParts(
  before: readonly RequestPart[],
  after: readonly RequestPart[],
): MatchedParts {
  const { removed, added, equal } = singlesOf(before, after);
  const partners: Partners = new Map();
  const singles = { removed, added };
  pair(singles, partners, ({ part }) => `${part.name}\n${part.json}`);
  pair(singles, partners, ({ part, gap }) =>
    part.isField || sections.has(part.name) ? part.name : `${gap} ${part.name}`,
  );
  const taken = new Set(partners.values());
  const gone = removed.filter((single) => !taken.has(single));
  const all: (readonly [gap: number, match: PartMatch])[] = [
    ...gone.map(({ gap, part }) => [gap, { kind: 'removed', before: part }] as const),
    ...added.map((single) => [single.gap, matchOf(single, partners)] as const),
  ];
  const inOrder = all.toSorted(([one], [other]) => one - other);
  return { equal, changes: inOrder.map(([, match]) => match) };
}

function matchOf(single: Single, partners: ReadonlyMap<Single, Single>): PartMatch {
  const before = partners.get(single)?.part;
  const after = single.part;
  if (before === undefined) return { kind: 'added', after };
  return { kind: before.json === after.json ? 'moved' : 'changed', before, after };
}

interface Singles {
  readonly removed: readonly Single[];
  readonly added: readonly Single[];
  readonly equal: number;
}

function singlesOf(before: readonly RequestPart[], after: readonly RequestPart[]): Singles {
  const removed: Single[] = [];
  const added: Single[] = [];
  const steps = diffArrays([...before], [...after], {
    comparator: (one, other) => one.name === other.name && one.json === other.json,
    maxEditLength: mostEdits,
  });
  if (steps === undefined) {
    const single = (part: RequestPart): Single => ({ part, gap: 0 });
    return { removed: before.map(single), added: after.map(single), equal: 0 };
  }
  let equal = 0;
  let gap = 0;
  for (const step of steps) {
    const singles = step.value.map((part): Single => ({ part, gap }));
    if (step.removed) removed.push(...singles);
    else if (step.added) added.push(...singles);
    else {
      equal += singles.length;
      gap += 1;
    }
  }
  return { removed, added, equal };
}

/** Pairs those of one key that have no partner yet, first with first. */
function pair(
  { removed, added }: Omit<Singles, 'equal'>,
  partners: Partners,
  keyOf: (single: Single) => string,
): void {
  const taken = new Set(partners.values());
  const free = new Map<string, Single[]>();
  for (const single of removed) {
    if (taken.has(single)) continue;
    const key = keyOf(single);
    const list = free.get(key);
    if (list === undefined) free.set(key, [single]);
    else list.push(single);
  }
  for (const single of added) {
    if (partners.has(single)) continue;
    const partner = free.get(keyOf(single))?.shift();
    if (partner !== undefined) partners.set(single, partner);
  }
}
