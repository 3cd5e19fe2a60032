import { describe, expect, it } from 'vitest';
import { cutAgentsMd } from '../../../../src/report/lint/rules/cut-agents-md.js';
import { lintLines } from '../../../support/lint-lines.js';
import { assistant, context, meta, prompt, started, user } from '../../../support/rollout-lines.js';

const budget = 32_768;

function isFound(text: string): boolean {
  const fragment = `# AGENTS.md instructions for /mill\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`;
  const lines = [
    meta(),
    started('t1'),
    context('t1'),
    user(fragment),
    ...prompt('Go.'),
    assistant('Yes.'),
  ];
  return lintLines(lines, { lintRules: [cutAgentsMd] }).length > 0;
}

describe('cut-agents-md', () => {
  it('does not count the text of the user', () => {
    const user = `Be brief.\n\n--- project-doc ---\n\n`;
    expect(isFound(`${user}${'r'.repeat(budget)}`)).toBe(true);
    expect(isFound(`${user}${'r'.repeat(budget - user.length)}`)).toBe(false);
  });

  it('does not count what stands between two documents', () => {
    expect(isFound(`root\n\n${'r'.repeat(budget - 4)}`)).toBe(true);
    expect(isFound(`root\n\n${'r'.repeat(budget - 5)}`)).toBe(false);
    // No document ends two bytes behind the budget without another one.
    expect(isFound('r'.repeat(budget + 2))).toBe(false);
  });

  it.each([1, 2, 3])('counts a character of which %i bytes were kept', (kept) => {
    expect(isFound(`${'r'.repeat(budget - kept)}\uFFFD`)).toBe(true);
  });

  it('says nothing of longer documents, whose budget is another one', () => {
    expect(isFound('r'.repeat(2 * budget))).toBe(false);
  });
});
