/** Lays sections out as tiles whose areas are their weights. */

import { hierarchy, treemap } from 'd3-hierarchy';

export interface Tile<Value> {
  readonly value: Value;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Area {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
}

/** The heaviest first. What weighs nothing has no tile. */
export function layTreemap<Value>(
  values: readonly Value[],
  weightOf: (value: Value) => number,
  { width, height, gap }: Area,
): readonly Tile<Value>[] {
  interface Node {
    readonly value?: Value;
    readonly children?: readonly Node[];
  }
  const children = values
    .filter((value) => weightOf(value) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .map((value) => ({ value }));
  const root = hierarchy<Node>({ children }, (node) => node.children).sum(({ value }) =>
    value === undefined ? 0 : weightOf(value),
  );
  const laid = treemap<Node>().size([width, height]).paddingInner(gap).round(true)(root);
  return laid.leaves().flatMap(({ data, x0, x1, y0, y1 }) => {
    if (data.value === undefined) return [];
    return [{ value: data.value, left: x0, top: y0, width: x1 - x0, height: y1 - y0 }];
  });
}
