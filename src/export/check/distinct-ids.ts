/** Ids that may stand once in a file. */

import type { ReportFault } from '../../contract/export.js';
import { foundText } from './shape.js';

export class DistinctIds {
  readonly #taken = new Set<unknown>();

  /** @param path JSON pointer of the id; none at all is no fault here */
  take(id: unknown, path: string, report: ReportFault): void {
    if (id === undefined) return;
    if (this.#taken.has(id)) {
      report({ path, found: foundText(id), expected: 'an id that no line above has' });
    }
    this.#taken.add(id);
  }
}
