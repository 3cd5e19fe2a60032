/** The loss report of an export: each request's losses by code, and the sums over all. */

import type { Loss } from '../contract/chat.js';
import { compareCodePoints } from '../contract/code-point-order.js';

/** Losses of one code. */
interface OpenGroup {
  readonly code: string;
  count: number;
  bytes: number;
  /** JSON pointers into the request. */
  readonly paths: string[];
}

type LossGroup = Readonly<OpenGroup>;

interface LossReport {
  /** Requests that lost something. */
  readonly requests: number;
  readonly count: number;
  readonly bytes: number;
  readonly codes: Readonly<Record<string, CodeTotal>>;
}

interface CodeTotal {
  readonly requests: number;
  readonly count: number;
  readonly bytes: number;
}

export class LossTotals {
  readonly #codes = new Map<string, CodeTotal>();
  #requests = 0;

  /** @returns the losses of the request, those of one code together, in the order they were first met */
  add(losses: readonly Loss[]): readonly LossGroup[] {
    const groups = new Map<string, OpenGroup>();
    for (const { code, bytes, path } of losses) {
      const group = groups.get(code) ?? { code, count: 0, bytes: 0, paths: [] };
      group.count += 1;
      group.bytes += bytes;
      group.paths.push(path);
      groups.set(code, group);
    }
    for (const { code, count, bytes } of groups.values()) {
      const total = this.#codes.get(code) ?? { requests: 0, count: 0, bytes: 0 };
      this.#codes.set(code, {
        requests: total.requests + 1,
        count: total.count + count,
        bytes: total.bytes + bytes,
      });
    }
    this.#requests += 1;
    return [...groups.values()];
  }

  report(): LossReport {
    const codes = [...this.#codes].toSorted(([one], [other]) => compareCodePoints(one, other));
    const sum = (member: 'count' | 'bytes'): number =>
      codes.reduce((total, [, code]) => total + code[member], 0);
    return {
      requests: this.#requests,
      count: sum('count'),
      bytes: sum('bytes'),
      codes: Object.fromEntries(codes),
    };
  }
}
