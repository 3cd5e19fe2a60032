/** A call whose output is made up for the request, since none is recorded. */

import { isOutputType } from '../output-text.js';
import type { Flaw, ItemSight, LintRule } from '../rule.js';

export const callWithoutOutput: LintRule = {
  id: 'call-without-output',
  severity: 'warning',
  title: 'A call has no output',
  remedy:
    'Tell the model what became of the call, or go back to the turn before it: the call may have run all the same.',
  item: findMade,
};

function findMade({ item, request }: ItemSight): Flaw[] {
  if (!item.isMade || !isOutputType(item.type) || item.callId === undefined) return [];
  const call = request.items.find(
    (placed) => placed.item.callId === item.callId && !placed.item.isMade,
  );
  const { file, line } = call?.item ?? item;
  return [
    {
      key: item.key,
      message: `no output of the call ${item.callId} is recorded; the model is told that it was aborted`,
      file,
      line,
      path: '',
    },
  ];
}
