/** Checks Mooncake traces: members, times, block ids, and that there is one block size for all lines (formats §3.1). */

import type { FileCheck, ReportFault } from '../../contract/export.js';
import { BlockIdCheck } from './check-block-ids.js';
import { checkMembers, count, counts, numberOf, numbersOf, time } from './check-members.js';

const rules = { timestamp: time, input_length: count, output_length: count, hash_ids: counts };

export const checkMooncake: FileCheck = {
  form: 'lines',
  start() {
    const ids = new BlockIdCheck(0);
    const blocks = new BlockSizes();
    let newest = 0;
    return (value, report) => {
      const line = checkMembers(value, rules, { path: '', report });
      if (line === undefined) return;
      const timestamp = numberOf(line['timestamp']);
      if (timestamp < newest) {
        const expected = `${String(newest)} or more, as in the line above`;
        report({ path: '/timestamp', found: String(timestamp), expected });
      }
      newest = Math.max(newest, timestamp);
      const hashIds = numbersOf(line['hash_ids']);
      blocks.add({ tokens: numberOf(line['input_length']), blocks: hashIds.length }, report);
      ids.add(hashIds, { path: '/hash_ids', report });
    };
  },
};

/** The file does not tell the size of its blocks: there has to be one by which every line has the blocks it says. */
class BlockSizes {
  #least = 1;
  #most = Number.MAX_SAFE_INTEGER;

  add(
    { tokens, blocks }: { readonly tokens: number; readonly blocks: number },
    report: ReportFault,
  ): void {
    const least = blocks === 0 ? 1 : Math.ceil(tokens / blocks);
    const most = blocks < 2 ? Number.MAX_SAFE_INTEGER : Math.ceil(tokens / (blocks - 1)) - 1;
    const isEmpty = (tokens === 0) !== (blocks === 0);
    if (isEmpty || Math.max(least, this.#least) > Math.min(most, this.#most)) {
      report({
        path: '/hash_ids',
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
