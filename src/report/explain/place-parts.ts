/** Tells of each part what its request makes of it: the parts inside, and how many say the very same. */

import { optional } from '../../contract/optional-member.js';
import type { ExplainedPart } from './explanation.js';
import type { ReadPart } from './read-part.js';

/** The request before. */
interface Former {
  readonly parts: readonly ReadPart[];
  readonly explained: readonly ExplainedPart[];
}

/** @returns one a part, in their order; the very objects of the request before where nothing is different */
export function placeParts(parts: readonly ReadPart[], former: Former): readonly ExplainedPart[] {
  const copies = countTexts(parts);
  const explained = parts.map((part, position) => {
    const told = former.parts[position] === part ? former.explained[position] : part.told;
    return withCopies(told ?? part.told, copies.get(part.text));
  });
  for (const [position, inside] of innerParts(parts, explained)) {
    const known = explained[position];
    const own = parts[position]?.told;
    if (known === undefined || own === undefined || isMadeOf(known, inside)) continue;
    explained[position] = aroundParts(
      withCopies(own, copies.get(parts[position]?.text ?? '')),
      inside,
    );
  }
  return explained;
}

interface Copies {
  count: number;
  /** Path of the first. */
  readonly first: string;
}

function countTexts(parts: readonly ReadPart[]): ReadonlyMap<string, Copies> {
  const counts = new Map<string, Copies>();
  for (const { text, trace } of parts) {
    if (text === '') continue;
    const known = counts.get(text);
    if (known === undefined) counts.set(text, { count: 1, first: trace.path });
    else known.count += 1;
  }
  return counts;
}

function withCopies(told: ExplainedPart, copies: Copies | undefined): ExplainedPart {
  const count = copies?.count ?? 1;
  const copyOf = copies?.first === told.path ? undefined : copies?.first;
  if (told.copies === count && told.copyOf === copyOf) return told;
  const { copyOf: _, ...rest } = told;
  return { ...rest, copies: count, ...optional('copyOf', copyOf) };
}

/** The parts inside others, by the position of the one around them. */
function innerParts(
  parts: readonly ReadPart[],
  explained: readonly ExplainedPart[],
): ReadonlyMap<number, readonly ExplainedPart[]> {
  const inner = new Map<number, ExplainedPart[]>();
  parts.forEach(({ trace }, position) => {
    const told = explained[position];
    if (trace.parent < 0 || told === undefined) return;
    const list = inner.get(trace.parent);
    if (list === undefined) inner.set(trace.parent, [told]);
    else list.push(told);
  });
  return inner;
}

function isMadeOf({ parts }: ExplainedPart, inside: readonly ExplainedPart[]): boolean {
  return parts.length === inside.length && parts.every((part, n) => part === inside[n]);
}

/** An item with the parts inside: it is what they are when they are all the same, and says what they say. */
function aroundParts(own: ExplainedPart, parts: readonly ExplainedPart[]): ExplainedPart {
  const { group, what } = parts.every((part) => part.group === parts[0]?.group)
    ? (parts[0] ?? own)
    : own;
  const counted = [own, ...parts].filter(({ tokens }) => tokens !== undefined);
  const preview = own.preview ?? parts.find((part) => part.preview !== undefined)?.preview;
  return {
    ...own,
    group,
    what,
    ...(counted.length === 0
      ? {}
      : { tokens: counted.reduce((sum, { tokens = 0 }) => sum + tokens, 0) }),
    ...optional('preview', preview),
    parts,
  };
}
