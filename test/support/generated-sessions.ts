// Rollouts from the corpus generator: sessions of every shape and release.

import { sessionFiles } from '../../bench/corpus/generate/make-session.mjs';
import { shapes } from '../../bench/corpus/generate/shapes.mjs';

export type ShapeName = keyof typeof shapes;
export type Release = '0.47' | '0.145' | '0.171';

/** Every shape with each release that it is made for. */
export const shapePairs: readonly (readonly [ShapeName, Release])[] = Object.entries(
  shapes,
).flatMap(([name, { releases }]) =>
  releases.map((release) => [name as ShapeName, release] as const),
);

export interface GeneratedOptions {
  readonly seed: number;
  readonly shape: ShapeName;
  readonly release: Release;
  readonly bytes: number;
}

/** The files of a session; a family has several. */
export function generatedFiles({
  seed,
  shape,
  release,
  bytes,
}: GeneratedOptions): [string, Buffer][] {
  return [...sessionFiles({ seed, shape, release, bytes, scale: 'small' })];
}
