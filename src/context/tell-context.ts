/** What a turn tells of its context: everything, or what changed (spec 1 §6.5). */

import type { ContextChange } from '../contract/context.js';
import { changedContext } from './changed-context.js';
import type { ContextInput } from './context-input.js';
import { initialContext } from './initial-context.js';

/** Everything where no turn context counts any more: a new session, a compaction, a rollback past the first context. */
export function tellContext(input: ContextInput): ContextChange {
  return input.baseline.reference === undefined ? initialContext(input) : changedContext(input);
}
