/** What steers a thread towards its goal (spec 3 §6). */

import type { PackTextId } from '../../../contract/texts.js';
import type { Bench, SessionOptions, Steps } from '../bench.js';
import { cutFrame, fillValues, putFrame, replaceValues, type Values } from '../cut-text.js';
import type { Family, Finding } from '../finding.js';
import { modelOf } from '../own-model.js';
import { seen, textsOfCalls } from '../recorded-texts.js';
import { callTool, respond, sayText } from '../replies.js';

/** The body ends in a newline of its own, before that of the tag. */
const frame = {
  before: '<codex_internal_context source="goal">\n',
  after: '\n</codex_internal_context>',
};

export const goals: Family = {
  name: 'goals',
  probes: [
    { ids: ['goal.continuation'], run: captureContinuation },
    { ids: ['goal.budget-limit'], run: captureBudget },
    { ids: ['goal.objective-edited'], run: captureEdited },
  ],
};

async function captureContinuation(bench: Bench): Promise<readonly Finding[]> {
  const told = async (objective: string, tokenBudget: number): Promise<string> => {
    const options = { model: modelOf(bench, 'plain').slug };
    const [text] = await steering(bench, options, async ({ server, threadId, turn, calls }) => {
      await turn('Hello.');
      const continued = server.next(({ method }) => method === 'turn/completed');
      await server.call('thread/goal/set', { threadId, objective, tokenBudget });
      await continued;
      seen(calls[1], 'no turn went on with the goal');
      await server.call('thread/goal/clear', { threadId }).catch(() => {}); // it ends with the server anyway
    });
    return seen(text, 'nothing told of the goal');
  };
  const valuesOf = (objective: string, budget: number): Values => ({
    objective,
    token_budget: String(budget),
    remaining_tokens: String(budget),
    tokens_used: '0',
  });
  const first = await told('OBJECTIVE ONE', 87_654_321);
  const text = replaceAmounts(first, { objective: 'OBJECTIVE ONE', budget: '87654321' });
  const values = valuesOf('OBJECTIVE TWO', 76_543_210);
  const recorded = await told('OBJECTIVE TWO', 76_543_210);
  return [goalText('goal.continuation', { text, values, recorded })];
}

/** The amounts of a continuation by their lines: used, budget, remaining. */
function replaceAmounts(
  recorded: string,
  { objective, budget }: { readonly objective: string; readonly budget: string },
): string {
  return replaceValues(recorded, { objective })
    .replace(`: ${budget}`, ': {{ token_budget }}')
    .replace(`: ${budget}`, ': {{ remaining_tokens }}')
    .replace(/: 0$/m, ': {{ tokens_used }}');
}

async function captureBudget(bench: Bench): Promise<readonly Finding[]> {
  const told = async (objective: string, tokenBudget: number): Promise<string> => {
    const usage = { inputTokens: 400_000, outputTokens: 321 };
    const options: SessionOptions = {
      model: modelOf(bench, 'plain').slug,
      script: ({ index }) =>
        index === 1
          ? respond([callTool('exec_command', 'c1', { cmd: 'true' })], usage)
          : respond([sayText('Done.')]),
    };
    const texts = await steering(bench, options, async ({ server, threadId, turn }) => {
      await turn('Hello.');
      const continued = server.next(({ method }) => method === 'turn/completed');
      await server.call('thread/goal/set', { threadId, objective, tokenBudget });
      await continued;
    });
    return seen(texts[1], 'nothing told that the budget was used up');
  };
  const used = '400321';
  const first = await told('OBJECTIVE ONE', 87_654);
  const text = replaceValues(first, {
    objective: 'OBJECTIVE ONE',
    token_budget: '87654',
    tokens_used: used,
  }).replace(/: \d+ seconds/, ': {{ time_used_seconds }} seconds');
  const recorded = await told('OBJECTIVE TWO', 76_543);
  const values = {
    objective: 'OBJECTIVE TWO',
    token_budget: '76543',
    tokens_used: used,
    time_used_seconds: /: (\d+) seconds/.exec(recorded)?.[1] ?? '0',
  };
  return [goalText('goal.budget-limit', { text, values, recorded })];
}

async function captureEdited(bench: Bench): Promise<readonly Finding[]> {
  const told = async (objective: string, tokenBudget: number): Promise<string> => {
    const options: SessionOptions = {
      model: modelOf(bench, 'plain').slug,
      script: ({ index }) =>
        index === 1
          ? respond([callTool('exec_command', 'c1', { cmd: 'sleep 2', yield_time_ms: 4000 })])
          : respond([sayText('Done.')]),
    };
    const texts = await steering(bench, options, async ({ server, threadId, turn }) => {
      await turn('Hello.');
      const running = server.next(
        ({ method, params }) =>
          method === 'item/started' && JSON.stringify(params).includes('commandExecution'),
      );
      await server.call('thread/goal/set', { threadId, objective: 'OLD', tokenBudget });
      await running;
      const ended = server.next(({ method }) => method === 'turn/completed');
      await server.call('thread/goal/set', { threadId, objective, tokenBudget });
      await ended;
    });
    return seen(
      texts.find((text) => text.includes(objective)),
      'nothing told of the changed goal',
    );
  };
  const first = await told('OBJECTIVE ONE', 87_654_321);
  const remaining = /: (876\d{5})$/gm;
  const text = replaceValues(first, { objective: 'OBJECTIVE ONE' })
    .replace(': 87654321', ': {{ token_budget }}')
    .replace(remaining, ': {{ remaining_tokens }}')
    .replace(/: \d+$/m, ': {{ tokens_used }}');
  const recorded = await told('OBJECTIVE TWO', 87_654_321);
  const amounts = [...recorded.matchAll(/: (\d+)$/gm)].map(([, amount]) => amount ?? '');
  const values = {
    objective: 'OBJECTIVE TWO',
    token_budget: '87654321',
    remaining_tokens: amounts.at(-1) ?? '',
    tokens_used: amounts[0] ?? '',
  };
  return [goalText('goal.objective-edited', { text, values, recorded })];
}

/** The bodies of the steering items of a session, each once. */
async function steering(
  bench: Bench,
  options: SessionOptions,
  steps: Steps,
): Promise<readonly string[]> {
  const calls = await bench.session(options, steps);
  const found = textsOfCalls(calls)
    .map(({ text }) => text)
    .filter((text) => text.startsWith(frame.before));
  return [...new Set(found)].map((text) => cutFrame(text, frame));
}

interface GoalText {
  readonly text: string;
  readonly values: Values;
  readonly recorded: string;
}

function goalText(id: PackTextId, { text, values, recorded }: GoalText): Finding {
  const rendered = putFrame(fillValues(text, values), frame);
  return { id, text, checks: [{ rendered, recorded: putFrame(recorded, frame) }] };
}
