/** The reminder of the time, a developer message of its own before a request (spec 1 §7.7, spec 4 §3.1). */

import type { ContextMessage } from '../contract/context.js';
import type { RulesProfile } from '../contract/rules.js';
import { wordsOf, type PackTexts } from '../contract/texts.js';
import { inline } from './tags.js';

const timePlace = '{{ now }}';

/** @param time in UTC as it is told, `YYYY-MM-DD HH:MM:SS` */
export function timeReminder(time: string, texts: PackTexts, rules: RulesProfile): ContextMessage {
  const words = wordsOf(texts, 'time.reminder').split(timePlace).join(time);
  const text = rules.taggedTimeReminder ? inline('current_time_reminder', words) : words;
  return {
    role: 'developer',
    parts: [{ section: 'time_reminder', label: 'current_time.reminder', text }],
  };
}
