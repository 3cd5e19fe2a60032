// The index of a rollout as plain entries.

import type { RolloutBytes } from '../../src/contract/bytes.js';
import { LineIndex, LineKind } from '../../src/contract/line-index.js';
import { findAtom } from '../../src/kernels/js/atom-table.js';
import { jsKernel } from '../../src/kernels/js/kernel.js';
import { indexRollout } from '../../src/rollout/index-rollout.js';
import { atomName } from '../../src/contract/atoms.js';

export interface IndexEntry {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly type?: string;
  readonly role?: string;
  readonly flags?: number;
}

export interface IndexSetUp {
  readonly acceptsBare?: boolean;
  readonly from?: number;
}

export interface IndexResult {
  readonly isUtf8: boolean;
  readonly entries: readonly IndexEntry[];
}

const kindNames = new Map<number, string>(
  Object.entries(LineKind).map(([name, kind]) => [kind, name]),
);

export function indexOf(
  bytes: RolloutBytes,
  { acceptsBare = false, from = 0 }: IndexSetUp = {},
): IndexResult {
  const { index, isUtf8 } = lineIndexOf(bytes, { acceptsBare, from });
  const entries = Array.from({ length: index.count }, (_, line): IndexEntry => {
    const type = atomName(index.types[line] ?? 0);
    const role = atomName(index.roles[line] ?? 0);
    const flags = index.flags[line] ?? 0;
    return {
      kind: kindNames.get(index.kinds[line] ?? 0) ?? '',
      start: index.starts[line] ?? 0,
      end: index.ends[line] ?? 0,
      ...(type === undefined ? {} : { type }),
      ...(role === undefined ? {} : { role }),
      ...(flags === 0 ? {} : { flags }),
    };
  });
  return { isUtf8, entries };
}

export function lineIndexOf(
  bytes: RolloutBytes,
  { acceptsBare = false, from = 0 }: IndexSetUp = {},
): { readonly index: LineIndex; readonly isUtf8: boolean } {
  const index = new LineIndex();
  const scanner = jsKernel.createScanner();
  const isUtf8 = indexRollout(
    bytes,
    { kernel: jsKernel, scanner, findAtom, acceptsBare },
    index,
    from,
  );
  return { index, isUtf8 };
}
