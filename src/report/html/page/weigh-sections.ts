/** How much of a request each section is. */

import type { PageSection } from '../page-data.js';
import type { PlacedPart } from './model.js';

export interface SectionWeight {
  readonly section: PageSection;
  readonly bytes: number;
  readonly tokens: number;
  readonly parts: number;
  /** The kind of source that most of its bytes come from. */
  readonly source: string;
}

/** What stands between the parts. */
type Between = Pick<SectionWeight, 'section' | 'bytes'>;

/** The heaviest first, by bytes. All together have the bytes and tokens of the request. */
export function weighSections(
  placed: readonly PlacedPart[],
  { section, bytes }: Between,
): readonly SectionWeight[] {
  const bySection = grouped(placed, ({ part }) => part.section);
  const weights = [...bySection].map(([section, parts]): SectionWeight => ({
    section,
    bytes: total(parts, 'bytes'),
    tokens: total(parts, 'tokens'),
    parts: parts.length,
    source: mainSource(parts),
  }));
  const between = { section, bytes, tokens: 0, parts: 0, source: 'protocol' };
  return [...weights, between].toSorted((a, b) => b.bytes - a.bytes);
}

function total(parts: readonly PlacedPart[], measure: 'bytes' | 'tokens'): number {
  return parts.reduce((sum, { part }) => sum + part[measure], 0);
}

function mainSource(parts: readonly PlacedPart[]): string {
  const bySource = grouped(parts, ({ part }) => part.source.kind);
  const [main] = [...bySource].toSorted(([, a], [, b]) => total(b, 'bytes') - total(a, 'bytes'));
  return main?.[0] ?? '';
}

function grouped<Key>(
  parts: readonly PlacedPart[],
  keyOf: (placed: PlacedPart) => Key,
): ReadonlyMap<Key, readonly PlacedPart[]> {
  const groups = new Map<Key, PlacedPart[]>();
  for (const placed of parts) {
    const group = groups.get(keyOf(placed)) ?? [];
    if (group.length === 0) groups.set(keyOf(placed), group);
    group.push(placed);
  }
  return groups;
}
