/** Reasoning of two providers in one request: open text beside what only a server can read. */

import { flawAtItem } from '../flaw-at.js';
import type { LintRequest } from '../lint-request.js';
import type { Flaw, LintRule } from '../rule.js';

export const foreignReasoning: LintRule = {
  id: 'foreign-reasoning',
  severity: 'warning',
  title: 'Reasoning of more than one provider',
  remedy: 'Leave the reasoning of the other provider out before the session is sent on.',
  request: ({ request }) => findMixed(request),
};

function findMixed({ items }: LintRequest): Flaw[] {
  const plain = items.find(({ item }) => item.reasoning === 'plain');
  const sealed = items.find(({ item }) => item.reasoning === 'sealed');
  if (plain === undefined || sealed === undefined) return [];
  const message = `open reasoning of one provider stands beside sealed reasoning of another, at ${sealed.path}`;
  const { item, path } = plain;
  return [{ ...flawAtItem(item, { message, bytes: item.bytes }), path }];
}
