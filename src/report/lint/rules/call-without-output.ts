/** A call whose output is made up for the request, since none is recorded. */

import { flawAtItem } from '../flaw-at.js';
import type { Flaw, ItemSight, LintRule } from '../rule.js';

export const callWithoutOutput: LintRule = {
  id: 'call-without-output',
  severity: 'warning',
  title: 'A call has no output',
  remedy:
    'Tell the model what became of the call, or go back to the turn before it: the call may have run all the same.',
  item: findMade,
};

function findMade({ item }: ItemSight): Flaw[] {
  if (item.rule !== 'item.missing_output') return [];
  const message = `no output of the call ${item.callId ?? ''} is recorded; the model is told that it was aborted`;
  return [flawAtItem(item, { message })];
}
