// Scenarios about the course of turns: steering, stopping, failing, and what others put in.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVERY_VERSION } from '../releases.mjs';
import { customCall, functionCall, message, reasoning, respond, stall } from '../replies.mjs';
import { steps } from '../script.mjs';
import { inResumed, inThread, pause, turnEnd, untilRequests } from '../stage.mjs';

const SLOW = (/** @type {number} */ seconds) => () =>
  respond([
    functionCall('exec_command', 'slow-1', {
      cmd: `sleep ${seconds}`,
      yield_time_ms: seconds * 1000 + 2000,
    }),
  ]);

/** @type {import('../record-scenario.mjs').Scenario[]} */
export const turnScenarios = [
  {
    name: 'plain-exec-resume',
    versions: EVERY_VERSION,
    script: () =>
      steps({
        1: () => respond([reasoning('thinking', 'SEALED'), message('answer with a thought')]),
      }),
    play: async ({ exec }) => {
      await exec('good morning');
      await exec('resume', '--last', 'and again');
      await exec('resume', '--last', 'once more');
    },
  },
  {
    name: 'as-shipped',
    versions: EVERY_VERSION,
    home: { asShipped: true },
    play: async (stage) => {
      await stage.exec('good morning');
      await stage.exec('resume', '--last', 'and again');
      await inThread(async ({ say }) => {
        await say('another client');
        await say('the same client');
      })(stage);
    },
  },
  {
    name: 'steer',
    versions: EVERY_VERSION,
    script: () => steps({ 1: SLOW(2) }),
    play: inThread(async (stage) => {
      const { app, threadId } = stage;
      await stage.say('first');
      const done = turnEnd(app, threadId);
      const { turn } = await app.call('turn/start', {
        threadId,
        input: [{ type: 'text', text: 'take your time' }],
      });
      await untilRequests(stage, 2);
      await pause(500);
      await app.call('turn/steer', {
        threadId,
        expectedTurnId: turn.id,
        input: [{ type: 'text', text: 'go left instead' }],
      });
      await done;
      await stage.say('last');
    }),
  },
  {
    name: 'interrupt',
    versions: EVERY_VERSION,
    script: () => steps({ 1: () => stall([message('I was about to')]), 2: SLOW(30) }),
    play: inThread(async (stage) => {
      await stage.say('first');
      await interruptAt(stage, 'stop while you speak', 2);
      await interruptAt(stage, 'stop while a tool runs', 3);
      await stage.say('last');
    }),
  },
  {
    name: 'kill-and-resume',
    versions: EVERY_VERSION,
    script: () => steps({ 1: SLOW(30) }),
    play: async (stage) => {
      const id = await inThread(async ({ app, threadId, say }) => {
        await say('first');
        await app.call('turn/start', {
          threadId,
          input: [{ type: 'text', text: 'this will be cut off' }],
        });
        await untilRequests(stage, 2);
        await pause(700);
        await app.kill();
      })(stage);
      await inResumed(id, async ({ say }) => {
        await say('where were we?');
        await say('go on');
      })(stage);
    },
  },
  {
    name: 'failed-request',
    versions: EVERY_VERSION,
    script: () =>
      steps({
        1: () => ({ status: 500, json: { error: { message: 'the mill is closed' } } }),
        3: () => ({ events: [{ type: 'response.created', response: { id: 'resp_cut' } }] }),
        5: () => ({
          events: [
            {
              type: 'response.failed',
              response: {
                id: 'resp_failed',
                error: { code: 'invalid_prompt', message: 'no such grain' },
              },
            },
          ],
        }),
      }),
    play: inThread(async ({ say }) => {
      const texts = [
        'first',
        'this fails',
        'third',
        'this is cut',
        'fifth',
        'this is refused',
        'last',
      ];
      for (const text of texts) await say(text);
    }),
  },
  {
    name: 'user-shell',
    versions: EVERY_VERSION,
    play: inThread(async ({ app, threadId, say }) => {
      await say('first');
      const done = turnEnd(app, threadId);
      await Promise.all([
        done,
        app.call('thread/shellCommand', { threadId, command: 'echo from the user' }),
      ]);
      await say('second');
    }),
  },
  {
    name: 'inject-items',
    versions: EVERY_VERSION,
    play: inThread(async ({ app, threadId, say }) => {
      await say('first');
      const items = [
        {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: 'injected question' }],
        },
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'injected answer' }],
        },
        {
          type: 'message',
          role: 'developer',
          content: [{ type: 'input_text', text: 'injected rule' }],
        },
      ];
      await app.call('thread/inject_items', { threadId, items });
      await say('second');
    }),
  },
  {
    name: 'skill',
    versions: EVERY_VERSION,
    play: async (stage) => {
      const folder = join(stage.home.codexHome, 'skills', 'grind');
      await mkdir(folder, { recursive: true });
      await writeFile(
        join(folder, 'SKILL.md'),
        '---\nname: grind\ndescription: How to grind.\n---\n\nTurn the stone.\n',
      );
      await inThread(async ({ say }) => {
        await say('hello');
        await say('please use $grind');
        await say('thanks');
      })(stage);
    },
  },
  {
    name: 'hooks',
    versions: EVERY_VERSION,
    script: () =>
      steps({
        0: () =>
          respond([
            customCall(
              'apply_patch',
              'patch-1',
              '*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch',
            ),
          ]),
      }),
    play: async (stage) => {
      await writeFile(
        join(stage.home.codexHome, 'hooks.json'),
        JSON.stringify({ hooks: hookTable() }),
      );
      await stage.exec('--dangerously-bypass-hook-trust', 'hello');
      await stage.exec('resume', '--last', '--dangerously-bypass-hook-trust', 'hello again');
    },
  },
  {
    name: 'review',
    versions: EVERY_VERSION,
    script: () =>
      steps({
        1: () =>
          respond([
            message(
              JSON.stringify({
                findings: [],
                overall_correctness: 'patch is correct',
                overall_explanation: 'fine',
                overall_confidence_score: 0.9,
              }),
            ),
          ]),
      }),
    play: inThread(async ({ app, threadId, say }) => {
      await say('first');
      const done = turnEnd(app, threadId);
      await Promise.all([
        done,
        app.call('review/start', {
          threadId,
          target: { type: 'custom', instructions: 'look at the stones' },
        }),
      ]);
      await say('second');
    }),
  },
];

/** @param {import('../stage.mjs').ThreadStage} stage @param {string} text @param {number} requests */
async function interruptAt(stage, text, requests) {
  const { app, threadId } = stage;
  const done = turnEnd(app, threadId);
  const { turn } = await app.call('turn/start', { threadId, input: [{ type: 'text', text }] });
  await untilRequests(stage, requests);
  await pause(700);
  await app.call('turn/interrupt', { threadId, turnId: turn.id });
  await done;
}

/** Hooks that add context, and one that stops the end of the first turn once. */
function hookTable() {
  /** @param {string} event @param {string} text */
  const context = (event, text) =>
    hook(
      `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })}'`,
    );
  const once = `f=$CODEX_HOME/stopped; if [ -e $f ]; then echo '{}'; else touch $f; echo '${JSON.stringify({ decision: 'block', reason: 'one more <round> & then' })}'; fi`;
  return {
    SessionStart: context('SessionStart', 'the session began'),
    UserPromptSubmit: context('UserPromptSubmit', 'the user spoke'),
    PostToolUse: context('PostToolUse', 'the tool ran'),
    Stop: hook(once),
  };
}

/** @param {string} command */
function hook(command) {
  return [{ hooks: [{ type: 'command', command }] }];
}
