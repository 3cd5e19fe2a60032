import { expect, it } from 'vitest';
import { timeReminder } from '../../src/context/time-reminder.js';
import { idTexts } from '../support/context-input.js';
import { profile } from '../support/decode-one.js';

it('reminds of the time, in tags from 0.150 on (7.9)', () => {
  const texts = (['0.145', '0.150'] as const).map(
    (rules) => timeReminder('2000-01-02 03:04:05', idTexts, profile(rules)).parts[0]?.text,
  );
  expect(texts).toEqual([
    'time 2000-01-02 03:04:05',
    '<current_time_reminder>time 2000-01-02 03:04:05</current_time_reminder>',
  ]);
});
