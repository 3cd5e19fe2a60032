/** Looks for the rendered request that a traced one, which none is equal to, comes nearest to. */

import type { TracedRequest } from '../sources/trace-bundle.js';
import { type Difference, findDifference } from './find-difference.js';
import { type Body, type RenderedBody, readTraced } from './request-bodies.js';

/** A traced request that no rendered one is equal to. */
export interface Miss {
  readonly traced: TracedRequest;
  /** The rendered request that comes nearest, when one is left. */
  readonly nearest: Nearest | undefined;
}

export interface Nearest {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly difference: Difference;
}

/** Is shown the candidates one after the other. */
export class NearestSearch {
  readonly #traced: TracedRequest;
  #body: Body | undefined;
  #nearest: Nearest | undefined;

  constructor(traced: TracedRequest) {
    this.#traced = traced;
  }

  look({ id, file, line, fields, unknown }: RenderedBody): void {
    this.#body ??= readTraced(this.#traced.read(), this.#traced.kind);
    const difference = findDifference(this.#body.fields, fields, unknown);
    if (difference === undefined || !isNearer(difference, this.#nearest?.difference)) return;
    this.#nearest = { id, file, line, difference };
  }

  result(): Miss {
    return { traced: this.#traced, nearest: this.#nearest };
  }
}

/** A difference that is understood counts more than one that comes late. */
function isNearer(one: Difference, other: Difference | undefined): boolean {
  if (other === undefined) return true;
  const isExplained = one.explanation !== undefined;
  if (isExplained !== (other.explanation !== undefined)) return isExplained;
  return one.tracedOffsetBytes > other.tracedOffsetBytes;
}
