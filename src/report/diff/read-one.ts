/** Reads the one request of a side that is meant. */

import { PromptmillError } from '../../contract/errors.js';
import type { AtSelector } from '../../contract/options.js';
import type { ContextOptions } from '../../read-context.js';
import type { ComparedRequest } from './diff-requests.js';
import { DiffSide } from './open-side.js';

export interface OneRequest {
  readonly files: readonly string[];
  /** What rollouts are rendered by, with the request that is meant. */
  readonly options: ContextOptions;
  /** Of which session; left out: of whichever there is. */
  readonly threadId?: string;
}

/**
 * The request that `at` chooses; of several files the first that has one, of several requests the last.
 * @throws PromptmillError `usage` when there is none, and what rendering throws
 */
export async function readOne({ files, options, threadId }: OneRequest): Promise<ComparedRequest> {
  const side = new DiffSide(files, options);
  for (const place of side.places()) {
    if (threadId !== undefined && place.threadId !== threadId) continue;
    // One file after the other: the first one that has the request ends it.
    const found = await side.read(place, (requests) => lastWanted(requests, options.at));
    if (found !== undefined) return found;
  }
  throw new PromptmillError('usage', 'there is no such request', {
    file: files.join(', '),
    found: 'no request with that number',
    expected: 'a number that `promptmill inspect` counts, from 0',
  });
}

function lastWanted(
  requests: Iterator<ComparedRequest>,
  at: AtSelector | undefined,
): ComparedRequest | undefined {
  let found: ComparedRequest | undefined;
  for (let step = requests.next(); step.done !== true; step = requests.next()) {
    const isWanted = at?.kind !== 'range' || at.from === step.value.at;
    if (isWanted) found = step.value;
  }
  // Read while its file is open.
  return found === undefined ? undefined : { ...found, request: found.request };
}
