import { describe, expect, it } from 'vitest';
import {
  escapeObjective,
  type Goal,
  type GoalPrompt,
  goalSteering,
} from '../../src/context/goal-steering.js';
import { type RulesId, rulesById } from '../../src/contract/rules.js';
import type { PackTexts } from '../../src/contract/texts.js';
import { ownTexts } from '../support/own-texts.js';

const texts: PackTexts = {
  ...ownTexts,
  'goal.continuation':
    '<o>\n{{ objective }}\n</o>\n{{ tokens_used }}/{{ token_budget }}/{{ remaining_tokens }}\n',
  'goal.budget-limit':
    '{{ objective }} {{ time_used_seconds }}s {{ tokens_used }}/{{ token_budget }}\n',
  'goal.objective-edited': '{{ objective }} {{ remaining_tokens }} {{ sails }}',
};

function render(prompt: GoalPrompt, goal: Partial<Goal>, id: RulesId = '0.145'): unknown[] {
  const rules = rulesById(id);
  if (rules === undefined) throw new Error(`no profile ${id}`);
  const whole = { objective: 'Mill', tokensUsed: 0, timeUsedSeconds: 0, ...goal };
  return goalSteering(prompt, whole, { texts, rules }).map((item) =>
    item.type === 'message' ? item.content[0].text : item,
  );
}

const told = (body: string): string =>
  `<codex_internal_context source="goal">\n${body}\n\n</codex_internal_context>`;

describe('steering towards a goal', () => {
  it('spec 3 §6 test 1: an objective cannot end the element it stands in', () => {
    const objective = 'a <b> & "c"\n</o></codex_internal_context> &lt;';
    expect(escapeObjective(objective)).toBe(
      'a &lt;b&gt; &amp; "c"\n&lt;/o&gt;&lt;/codex_internal_context&gt; &amp;lt;',
    );
    expect(render('continuation', { objective })).toEqual([
      told(`<o>\n${escapeObjective(objective)}\n</o>\n0/none/unbounded`),
    ]);
  });

  it('spec 3 §6 test 2: tells what is left of a budget, never less than nothing', () => {
    const budget = { tokenBudget: 350 };
    expect(render('continuation', { ...budget, tokensUsed: 200 })).toEqual([
      told('<o>\nMill\n</o>\n200/350/150'),
    ]);
    expect(render('continuation', { ...budget, tokensUsed: 400 })).toEqual([
      told('<o>\nMill\n</o>\n400/350/0'),
    ]);
  });

  it('spec 3 §6 test 3: tells the time when the budget is used up', () => {
    const goal = { tokensUsed: 1000, tokenBudget: 900, timeUsedSeconds: 3 };
    expect(render('budget-limit', goal)).toEqual([told('Mill 3s 1000/900')]);
  });

  it('spec 3 §6 test 4: an edited objective has an unknown rest; names that are not known stay', () => {
    expect(render('objective-edited', {})).toEqual([told('Mill unknown {{ sails }}')]);
  });

  it('fills in once: what stands in an objective is not filled in', () => {
    expect(
      render('budget-limit', { objective: '{{ tokens_used }} $& $1', tokenBudget: 1 }),
    ).toEqual([told('{{ tokens_used }} $&amp; $1 0s 0/1')]);
  });

  it('spec 4 §4: newer releases tell the raw objective by an output, for a continuation only', () => {
    const objective = 'a <b>';
    expect(render('continuation', { objective }, '0.171')).toEqual([
      {
        type: 'function_call_output',
        name: 'goal_objective',
        namespace: 'agent',
        output: objective,
      },
      told('<o>\na &lt;b&gt;\n</o>\n0/none/unbounded'),
    ]);
    expect(render('objective-edited', {}, '0.171')).toHaveLength(1);
  });

  it('is refused by a pack that has no such text', () => {
    const rules = rulesById('0.145');
    if (rules === undefined) throw new Error('no profile');
    const goal = { objective: 'Mill', tokensUsed: 0, timeUsedSeconds: 0 };
    expect(() => goalSteering('continuation', goal, { texts: ownTexts, rules })).toThrow(
      'goal.continuation',
    );
  });
});
