// Scenarios about goals: turns that start by themselves, the budget, an edited objective.

import { EVERY_VERSION } from '../releases.mjs';
import { functionCall, message, respond } from '../replies.mjs';
import { answers, steps } from '../script.mjs';
import { inThread, pause, untilRequests } from '../stage.mjs';

const OBJECTIVE = 'Grind <all> the "flour" & sweep\nthe floor';
const DONE = () => respond([functionCall('update_goal', 'goal-1', { status: 'complete' })]);
const SPENT = { inputTokens: 400, outputTokens: 100 };

/** @type {import('../record-scenario.mjs').Scenario[]} */
export const goalScenarios = [
  {
    name: 'goal',
    versions: EVERY_VERSION,
    script: () => steps({ 3: DONE }),
    play: inThread(async (stage) => {
      await stage.say('hello');
      await stage.app.call('thread/goal/set', { threadId: stage.threadId, objective: OBJECTIVE });
      await untilRequests(stage, 5);
      await pause(1000);
      await stage.say('after the goal');
    }),
  },
  {
    name: 'goal-budget',
    versions: EVERY_VERSION,
    script: () => (request, index) =>
      index > 0 && index < 4
        ? respond(
            [
              message(`step ${index}`),
              functionCall('exec_command', `step-${index}`, { cmd: 'true' }),
            ],
            SPENT,
          )
        : answers(request, index),
    play: inThread(async (stage) => {
      await stage.say('hello');
      await stage.app.call('thread/goal/set', {
        threadId: stage.threadId,
        objective: 'Sweep',
        tokenBudget: 900,
      });
      await untilRequests(stage, 5);
      await pause(1500);
    }),
  },
  {
    name: 'goal-edited',
    versions: EVERY_VERSION,
    script: () =>
      steps({
        1: () =>
          respond([
            functionCall('exec_command', 'slow-1', { cmd: 'sleep 2', yield_time_ms: 4000 }),
          ]),
        3: DONE,
      }),
    play: inThread(async (stage) => {
      await stage.say('hello');
      await stage.app.call('thread/goal/set', { threadId: stage.threadId, objective: 'Sweep' });
      await untilRequests(stage, 2);
      await pause(500);
      await stage.app.call('thread/goal/set', { threadId: stage.threadId, objective: OBJECTIVE });
      await untilRequests(stage, 5);
      await pause(1000);
    }),
  },
];
