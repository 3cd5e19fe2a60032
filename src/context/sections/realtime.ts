/** Realtime conversation: a text when it begins, another when it has ended (spec 1 §6.1, §7.4). */

import { isRecord } from '../../contract/json-record.js';
import { wordsOf } from '../../contract/texts.js';
import type { ContextInput } from '../context-input.js';
import { defineSection } from '../section.js';
import { onLines } from '../tags.js';

const tag = 'realtime_conversation';

interface RealtimeSnapshot {
  readonly active: boolean;
}

export const realtimeSection = defineSection<RealtimeSnapshot>({
  id: 'realtime',
  key: 'realtime',
  role: 'developer',
  label: 'realtime_conversation.start_instructions',
  labelFor: ({ settings }) =>
    `realtime_conversation.${settings.realtimeActive ? 'start' : 'end'}_instructions`,
  needsFragment: true,
  snapshot: ({ settings }) => ({ active: settings.realtimeActive }),
  read: (recorded) =>
    isRecord(recorded) && typeof recorded['active'] === 'boolean'
      ? { active: recorded['active'] }
      : undefined,
  text: (told, input) => {
    const { realtimeActive } = input.settings;
    if (told.state !== 'known') return realtimeActive ? startText(input) : undefined;
    if (told.snapshot.active === realtimeActive) return undefined;
    return realtimeActive ? startText(input) : endText(input);
  },
});

function startText({ settings, texts }: ContextInput): string {
  return onLines(tag, settings.realtimeStart ?? wordsOf(texts, 'realtime.start'));
}

function endText({ texts, rules }: ContextInput): string {
  const words = wordsOf(texts, 'realtime.end');
  return onLines(tag, rules.tellsRealtimeReason ? `${words}\n\nReason: inactive` : words);
}
