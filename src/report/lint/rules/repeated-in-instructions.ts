/** Context whose whole text the base instructions hold already. */

import { flawAtPart } from '../flaw-at.js';
import { fragmentBody } from '../fragment-body.js';
import type { LintRequest } from '../lint-request.js';
import type { Flaw, LintRule } from '../rule.js';

export const repeatedInInstructions: LintRule = {
  id: 'repeated-in-instructions',
  severity: 'warning',
  title: 'Context repeats the base instructions',
  remedy: 'Keep the text in one of the two places: as base instructions, or as context.',
  request: ({ request }) => findRepeats(request),
};

/** Shorter texts may be the same by chance. */
const leastBytes = 200;

function findRepeats({ base, context }: LintRequest): Flaw[] {
  if (base === undefined) return [];
  return context.flatMap((part) => {
    const { section } = part;
    // A switch of models repeats base instructions in a way of its own.
    if (section === undefined || section === 'model_switch') return [];
    const body = fragmentBody(part.text);
    const bytes = Buffer.byteLength(body);
    if (bytes < leastBytes || !base.text.includes(body)) return [];
    const message = `${section} says what ${base.path} says already, ${bytes} bytes for nothing`;
    return [flawAtPart(part, { message, bytes })];
  });
}
