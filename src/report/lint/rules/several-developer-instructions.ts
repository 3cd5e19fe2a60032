/** Developer instructions of which more than one version stands in a request. */

import { flawAtPart } from '../flaw-at.js';
import type { LintRequest } from '../lint-request.js';
import type { Flaw, LintRule } from '../rule.js';

export const severalDeveloperInstructions: LintRule = {
  id: 'several-developer-instructions',
  severity: 'note',
  title: 'Developer instructions of several versions',
  remedy:
    'Say in the newer version that it replaces the older one, or begin a new session with it.',
  request: ({ request }) => findOlder(request),
};

function findOlder({ context }: LintRequest): Flaw[] {
  const told = context.filter(({ section }) => section === 'developer_instructions');
  const newest = told.at(-1);
  if (newest === undefined) return [];
  const message = `these developer instructions differ from the newest, at ${newest.path}; the model reads both`;
  return told
    .filter(({ folded }) => folded !== newest.folded)
    .map((part) => flawAtPart(part, { message, bytes: part.bytes }));
}
