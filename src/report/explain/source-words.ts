/** Says in words where bytes of a request come from. */

import { basename } from 'node:path';
import type { Origin } from '../../contract/trace.js';

/** @returns `line 12`, `line 3 of parent.jsonl`, `pack builtin` */
export function sourceWords(origin: Origin, file: string): string {
  switch (origin.kind) {
    case 'recorded':
      return place(origin, file);
    case 'derived':
      return `from ${place(origin, file)}`;
    case 'pack':
      return `pack ${origin.pack}`;
    case 'catalog':
      return `catalog ${origin.model}`;
    case 'given':
      return `given: ${origin.name}`;
    case 'protocol':
      return 'protocol';
    case 'assumed':
      return `assumed: ${origin.note}`;
    default:
      return origin satisfies never;
  }
}

/** The session's own file goes without saying. */
function place(
  { file, line }: { readonly file: string; readonly line: number },
  own: string,
): string {
  const text = `line ${String(line)}`;
  return file === own ? text : `${text} of ${basename(file)}`;
}
