/**
 * What a model is told to steer it towards a goal: hidden user context with the source `goal` (spec 3 §6, spec 4 §4).
 *
 * Older releases told it in other forms. Those with tags are recognised (`fragments/registry`); the oldest, bare texts in
 * developer messages, have nothing to be known by.
 */

import type { RulesProfile } from '../contract/rules.js';
import { type ContextTextId, type PackTexts, wordsOf } from '../contract/texts.js';

/** When the model is told: a turn goes on by itself, the budget is used up, or the objective was changed under way. */
export const goalPrompts = ['continuation', 'budget-limit', 'objective-edited'] as const;

export type GoalPrompt = (typeof goalPrompts)[number];

export interface Goal {
  /** As it was set, not escaped. */
  readonly objective: string;
  /** Tokens counted so far. */
  readonly tokensUsed: number;
  /** Undefined: no bound. */
  readonly tokenBudget?: number | undefined;
  /** Only the budget's prompt tells it. */
  readonly timeUsedSeconds: number;
}

/** An item as it enters the history, without id and metadata. */
export type GoalItem =
  | {
      readonly type: 'message';
      readonly role: 'user';
      readonly content: readonly [{ readonly type: 'input_text'; readonly text: string }];
    }
  | {
      /** An output that no call asked for: newer releases tell the objective by it. */
      readonly type: 'function_call_output';
      readonly name: 'goal_objective';
      readonly namespace: 'agent';
      readonly output: string;
    };

export interface GoalWords {
  readonly texts: PackTexts;
  readonly rules: RulesProfile;
}

const textIds: Readonly<Record<GoalPrompt, ContextTextId>> = {
  continuation: 'goal.continuation',
  'budget-limit': 'goal.budget-limit',
  'objective-edited': 'goal.objective-edited',
};

/**
 * The items that steer a goal, in their order.
 * @throws PromptmillError `missing_text` when the pack has no text for that prompt
 */
export function goalSteering(
  prompt: GoalPrompt,
  goal: Goal,
  { texts, rules }: GoalWords,
): readonly GoalItem[] {
  const body = fillIn(wordsOf(texts, textIds[prompt]), variablesOf(prompt, goal));
  const message: GoalItem = {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: asInternalContext(body) }],
  };
  if (prompt !== 'continuation' || !rules.goalObjectiveInOutput) return [message];
  const { objective: output } = goal;
  return [
    { type: 'function_call_output', name: 'goal_objective', namespace: 'agent', output },
    message,
  ];
}

/** The body ends in a line feed of its own, so that an empty line stands before the end tag. */
/**
 * The text of a goal's steering with another objective in it, all else as it was.
 * @returns the text itself where it tells no objective
 */
export function withObjective(text: string, objective: string): string {
  return text.replace(told, (_, name: string, space: string) => {
    return `<${name}>${space}${escapeObjective(objective)}${space}</${name}>`;
  });
}

const told = /<(objective|untrusted_objective)>(\n?)[^]*?<\/\1>/;

function asInternalContext(body: string): string {
  const ended = body.endsWith('\n') ? body : `${body}\n`;
  return `<codex_internal_context source="goal">\n${ended}\n</codex_internal_context>`;
}

/** An objective can't end the element it is told in. Quotes and line ends stay. */
export function escapeObjective(objective: string): string {
  return objective.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

type Variables = Readonly<Partial<Record<string, string>>>;

function variablesOf(prompt: GoalPrompt, goal: Goal): Variables {
  const { tokensUsed, tokenBudget, timeUsedSeconds } = goal;
  const remaining = tokenBudget === undefined ? undefined : Math.max(0, tokenBudget - tokensUsed);
  return {
    objective: escapeObjective(goal.objective),
    tokens_used: String(tokensUsed),
    token_budget: tokenBudget === undefined ? 'none' : String(tokenBudget),
    remaining_tokens: remaining === undefined ? noBound(prompt) : String(remaining),
    time_used_seconds: String(timeUsedSeconds),
  };
}

/** What remains of a budget that was not given. */
function noBound(prompt: GoalPrompt): string {
  return prompt === 'objective-edited' ? 'unknown' : 'unbounded';
}

/** One literal pass: what stands in a value is never filled in itself, and names that are not known stay. */
function fillIn(template: string, variables: Variables): string {
  return template.replace(
    /\{\{ ([a-z_]+) \}\}/g,
    (placeholder, name: string) => variables[name] ?? placeholder,
  );
}
