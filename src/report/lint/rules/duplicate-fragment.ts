/** A section of the context that stands in a request twice with nothing of its kind between. */

import type { SectionId } from '../../../contract/context.js';
import { flawAtPart } from '../flaw-at.js';
import type { LintRequest, PlacedPart } from '../lint-request.js';
import type { Flaw, LintRule } from '../rule.js';

export const duplicateFragment: LintRule = {
  id: 'duplicate-fragment',
  severity: 'warning',
  title: 'The same context is told twice',
  remedy:
    'Take the copy out of what brings it in, or render with --drop or --context rebase to see the request without it.',
  request: ({ request }) => findCopies(request),
};

/** These are said again and again on purpose. */
const repeating: ReadonlySet<string> = new Set<SectionId>([
  'goal',
  'hook_context',
  'time_reminder',
]);

function findCopies({ context }: LintRequest): Flaw[] {
  const newest = new Map<string, PlacedPart>();
  const flaws: Flaw[] = [];
  for (const part of context) {
    const { section = '' } = part;
    if (repeating.has(section)) continue;
    const before = newest.get(section);
    newest.set(section, part);
    if (before === undefined || before.folded !== part.folded) continue;
    flaws.push(flawOf(part, before));
  }
  return flaws;
}

function flawOf(part: PlacedPart, before: PlacedPart): Flaw {
  const { section = '', text, bytes } = part;
  const how = text === before.text ? 'again' : 'again, but for white space';
  const message = `${section} stands here ${how}: the same is at ${before.path}, ${bytes} bytes for nothing`;
  return flawAtPart(part, { message, bytes });
}
