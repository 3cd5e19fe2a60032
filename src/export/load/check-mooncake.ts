/** Checks Mooncake traces: members, times, block ids, and that there is one block size for all lines (formats §3.1). */

import type { FileCheck } from '../../contract/export.js';
import { record } from '../check/shape.js';
import { BlockIdCheck } from './check-block-ids.js';
import {
  Clock,
  count,
  counts,
  numberIn,
  numbersIn,
  type Place,
  recordOf,
  time,
} from './trace-shapes.js';

const line = record({
  required: { timestamp: time, input_length: count, output_length: count, hash_ids: counts },
  others: 'refused',
});

export const checkMooncake: FileCheck = {
  form: 'lines',
  start() {
    const ids = new BlockIdCheck(0);
    const blocks = new BlockSizes();
    const clock = new Clock();
    return (value, report) => {
      const request = recordOf(line, value, { path: '', report });
      if (request === undefined) return;
      const hashIds = numbersIn(request['hash_ids']);
      const place = { path: '/hash_ids', report };
      clock.add(numberIn(request['timestamp']), { path: '/timestamp', report });
      blocks.add(numberIn(request['input_length']), hashIds.length, place);
      ids.add(hashIds, place);
    };
  },
};

/** The file does not tell the size of its blocks: there has to be one by which every line has the blocks it says. */
class BlockSizes {
  #least = 1;
  #most = Number.MAX_SAFE_INTEGER;

  add(tokens: number, blocks: number, { path, report }: Place): void {
    const least = blocks === 0 ? 1 : Math.ceil(tokens / blocks);
    const most = blocks < 2 ? Number.MAX_SAFE_INTEGER : Math.ceil(tokens / (blocks - 1)) - 1;
    const isEmpty = (tokens === 0) !== (blocks === 0);
    if (isEmpty || Math.max(least, this.#least) > Math.min(most, this.#most)) {
      report({
        path,
        found: `${String(blocks)} blocks for ${String(tokens)} tokens`,
        expected: `as many as blocks of ${this.#name()} tokens make, a partial one counted`,
      });
      return;
    }
    this.#least = Math.max(least, this.#least);
    this.#most = Math.min(most, this.#most);
  }

  #name(): string {
    if (this.#least === this.#most) return String(this.#least);
    if (this.#most === Number.MAX_SAFE_INTEGER) return `${String(this.#least)} or more`;
    return `${String(this.#least)} to ${String(this.#most)}`;
  }
}
