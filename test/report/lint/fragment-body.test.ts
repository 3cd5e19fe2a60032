import { expect, it } from 'vitest';
import { fragmentBody } from '../../../src/report/lint/fragment-body.js';

it.each([
  [
    '# AGENTS.md instructions for /mill\n\n<INSTRUCTIONS>\n Use tabs.\n</INSTRUCTIONS>',
    'Use tabs.',
  ],
  ['<collaboration_mode>\nPlan.\n</collaboration_mode>', 'Plan.'],
  ['<permissions instructions>\nAll.\n</permissions instructions>', 'All.'],
  ['  No tags at all. ', 'No tags at all.'],
  ['<one>left</other>', '<one>left</other>'],
])('takes the tags off %j', (text, body) => {
  expect(fragmentBody(text)).toBe(body);
});
