/** The personality, in the releases that keep it in the world state (spec 1 §9). */

import type { JsonRecord } from '../../contract/json-record.js';
import { isRecord } from '../../contract/json-record.js';
import type { ContextInput } from '../context-input.js';
import {
  personalitySinceLastTurn,
  personalityText,
  unbakedPersonality,
} from '../personality-spec.js';
import { defineSection } from '../section.js';

/** Model and personality: the same personality has other words under another model. */
export const personalitySection = defineSection<JsonRecord>({
  id: 'personality',
  key: 'personality',
  role: 'developer',
  label: 'personality.spec_instructions',
  needsFragment: false,
  standsAlone: true,
  snapshot: ({ settings }) =>
    settings.personalityEnabled
      ? {
          model: settings.model,
          ...(settings.personality === undefined ? {} : { personality: settings.personality }),
        }
      : undefined,
  read: (recorded) =>
    isRecord(recorded) && typeof recorded['model'] === 'string' ? recorded : undefined,
  text: (told, input) => {
    if (told.state === 'absent') return whereNothingIsKnown(input);
    if (told.state === 'unknown') return personalitySinceLastTurn(input);
    const { settings } = input;
    const isSame =
      told.snapshot['model'] !== settings.model ||
      (told.snapshot['personality'] ?? undefined) === settings.personality;
    return isSame ? undefined : personalityText(input);
  },
});

/** On another model than the turn before, the switch says it. */
function whereNothingIsKnown(input: ContextInput): string | undefined {
  const { previous } = input.baseline;
  if (previous !== undefined && previous.model !== input.settings.model) return undefined;
  return unbakedPersonality(input);
}
