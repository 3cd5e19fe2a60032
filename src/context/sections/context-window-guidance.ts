/** The guidance on the context window, from the release on that keeps it in the world state (spec 1 §7.6). */

import { wordsOf } from '../../contract/texts.js';
import type { ContextInput } from '../context-input.js';
import { defineSection } from '../section.js';
import { onLines } from '../tags.js';

const tag = 'context_window_guidance';

export const guidanceSection = defineSection<string>({
  id: 'context_window_guidance',
  key: 'context_window_guidance',
  role: 'developer',
  label: 'token_budget.context_window_guidance',
  needsFragment: true,
  snapshot: guidanceOf,
  read: (recorded) => (typeof recorded === 'string' ? recorded : undefined),
  text: (told, input) => {
    const guidance = guidanceOf(input);
    if (told.state === 'absent' || !input.rules.takesGuidanceBack) return guidanceText(guidance);
    if (told.state === 'known' && told.snapshot === (guidance ?? '')) return undefined;
    if (guidance === undefined) {
      return onLines(tag, wordsOf(input.texts, 'context-window-guidance.removed'));
    }
    const lead = wordsOf(input.texts, 'context-window-guidance.replaced');
    return onLines(tag, `${lead}\n\n${guidance}`);
  },
});

/** The guidance; undefined where there is none but blanks. */
export function guidanceOf({ settings }: ContextInput): string | undefined {
  const { contextWindowGuidance } = settings;
  return contextWindowGuidance?.trim() === '' ? undefined : contextWindowGuidance;
}

/** The fragment of some guidance, as a full injection tells it. */
export function guidanceText(guidance: string | undefined): string | undefined {
  return guidance === undefined ? undefined : onLines(tag, guidance);
}
