/** A note of a switch of models that tells the base instructions once more. */

import { flawAtPart } from '../flaw-at.js';
import type { LintRequest } from '../lint-request.js';
import type { Flaw, LintRule } from '../rule.js';

export const modelSwitchRepeatsBase: LintRule = {
  id: 'model-switch-repeats-base',
  severity: 'warning',
  title: 'A model switch repeats the base instructions',
  remedy:
    'Leave base instructions of your own out when the model is switched, or begin a new session on the other model.',
  request: ({ request }) => findRepeats(request),
};

/** Shorter base instructions may be part of the note by chance. */
const leastBytes = 64;

function findRepeats({ base, context }: LintRequest): Flaw[] {
  const text = base?.text.trim() ?? '';
  const bytes = Buffer.byteLength(text);
  if (base === undefined || bytes < leastBytes) return [];
  const message = `the note of the new model holds all of ${base.path} once more, ${bytes} bytes for nothing`;
  return context
    .filter((part) => part.section === 'model_switch' && part.text.includes(text))
    .map((part) => flawAtPart(part, { message, bytes }));
}
