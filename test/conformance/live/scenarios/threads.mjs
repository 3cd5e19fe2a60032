// Scenarios about threads: forks, turns taken back, the two history modes, an older release's file.

import { EVERY_VERSION } from '../releases.mjs';
import { functionCall, message, respond, stall } from '../replies.mjs';
import { compacting, steps } from '../script.mjs';
import { enterThread, inResumed, inThread, pause, turnEnd, untilRequests } from '../stage.mjs';

const SUMMARY = () => respond([message('we said hello')], { inputTokens: 50 });
const TOOL = () => respond([functionCall('exec_command', 'call-1', { cmd: 'echo hi' })]);

/** A bit of everything that a history mode writes differently, then the same after a resume. @param {string} historyMode @returns {import('../stage.mjs').Play} */
function inMode(historyMode) {
  return async (stage) => {
    const begin = inThread(
      async ({ say, compact }) => {
        await say('first');
        await say('second');
        await compact();
        await say('third');
      },
      { start: { historyMode } },
    );
    const id = await begin(stage);
    await inResumed(id, async ({ say }) => {
      await say('fourth, resumed');
      await say('fifth');
    })(stage);
  };
}

/** @type {import('../record-scenario.mjs').Scenario[]} */
export const threadScenarios = [
  {
    name: 'fork',
    versions: EVERY_VERSION,
    script: () => steps({ 1: TOOL }),
    play: inThread(async (stage) => {
      const { app, threadId, say } = stage;
      const first = await say('first');
      await say('second');
      const whole = await app.call('thread/fork', { threadId });
      const inWhole = enterThread(stage, app, whole.thread.id);
      await inWhole.say('in the whole fork');
      const partial = await app.call('thread/fork', { threadId, lastTurnId: first.params.turn.id });
      await enterThread(stage, app, partial.thread.id).say('in the partial fork');
      await say('in the parent');
      const grandchild = await app.call('thread/fork', { threadId: whole.thread.id });
      await enterThread(stage, app, grandchild.thread.id).say('in the fork of the fork');
    }),
  },
  {
    name: 'fork-while-running',
    versions: EVERY_VERSION,
    script: () => steps({ 1: () => stall([message('I was about to')]) }),
    play: inThread(async (stage) => {
      const { app, threadId, say } = stage;
      await say('first');
      const done = turnEnd(app, threadId);
      const { turn } = await app.call('turn/start', {
        threadId,
        input: [{ type: 'text', text: 'take your time' }],
      });
      await untilRequests(stage, 2);
      await pause(500);
      const { thread } = await app.call('thread/fork', { threadId });
      await enterThread(stage, app, thread.id).say('in the fork');
      await app.call('turn/interrupt', { threadId, turnId: turn.id });
      await done;
      await say('in the parent');
    }),
  },
  {
    name: 'fork-after-compaction',
    versions: EVERY_VERSION,
    script: () => compacting(SUMMARY),
    play: inThread(async (stage) => {
      const { app, threadId, say, compact } = stage;
      await say('first');
      await compact();
      await say('second');
      const { thread } = await app.call('thread/fork', { threadId });
      const fork = enterThread(stage, app, thread.id);
      await fork.say('in the fork');
      await fork.compact();
      await fork.say('after its own compaction');
    }),
  },
  {
    name: 'rollback',
    versions: ['0.145.0'],
    extraModels: true,
    play: inThread(async ({ app, threadId, say, models }) => {
      await say('first');
      await say('second', { model: 'mill-second', sandboxPolicy: { type: 'readOnly' } });
      await say('third', { model: models.plain });
      await app.call('thread/rollback', { threadId, numTurns: 2 });
      await say('second again');
      await app.call('thread/rollback', { threadId, numTurns: 1 });
      await say('and again');
      await app.call('thread/rollback', { threadId, numTurns: 9 });
      await say('from the start');
    }),
  },
  {
    name: 'rollback-compaction',
    versions: ['0.145.0'],
    script: () => compacting(SUMMARY),
    play: inThread(async ({ app, threadId, say, compact }) => {
      await say('first');
      await say('second');
      await compact();
      await say('third');
      await app.call('thread/rollback', { threadId, numTurns: 1 });
      await say('third again');
      await app.call('thread/rollback', { threadId, numTurns: 2 });
      await say('second again');
    }),
  },
  {
    name: 'revert',
    versions: ['0.171.0'],
    play: inThread(async ({ app, threadId, say }) => {
      await say('first');
      const second = await say('second');
      await say('third');
      await app.call('thread/revert', { threadId, beforeTurnId: second.params.turn.id });
      await say('second again');
      await say('and on');
    }),
  },
  {
    name: 'history-paginated',
    versions: ['0.145.0'],
    script: () => compacting(SUMMARY, steps({ 1: TOOL })),
    play: inMode('paginated'),
  },
  {
    name: 'history-legacy',
    versions: ['0.171.0'],
    script: () => compacting(SUMMARY, steps({ 1: TOOL })),
    play: inMode('legacy'),
  },
  {
    name: 'resume-with-settings',
    versions: EVERY_VERSION,
    untold: { requests: 1, reason: 'base instructions given on resuming are not recorded' },
    extraModels: true,
    script: () => steps({ 0: TOOL }),
    play: async (stage) => {
      const id = await inThread(({ say }) => say('first'))(stage);
      const lives = [
        { model: 'mill-second', sandbox: 'read-only' },
        { approvalPolicy: 'on-request', developerInstructions: 'Late words.' },
        { baseInstructions: 'Another base.' },
      ];
      for (const settings of lives) {
        await inResumed(id, ({ say }) => say('on we go'), settings)(stage);
      }
    },
  },
  {
    name: 'resume-older-session',
    versions: ['0.171.0'],
    alsoNeeds: ['0.145.0'],
    home: { model: 'gpt-5.5' },
    script: () => steps({ 0: TOOL }),
    play: async (stage) => {
      const older = stage.as('0.145.0');
      await older.exec('first, long ago');
      await older.exec('resume', '--last', 'second, long ago');
      await stage.exec('resume', '--last', 'third, today');
      await stage.exec('resume', '--last', 'fourth, today');
    },
  },
  {
    name: 'resume-older-compaction',
    versions: ['0.171.0'],
    alsoNeeds: ['0.145.0'],
    home: { model: 'gpt-5.5' },
    script: () => compacting(SUMMARY),
    play: async (stage) => {
      const id = await inThread(async ({ say, compact }) => {
        await say('first, long ago');
        await compact();
        await say('second, long ago', { personality: 'friendly' });
      })(stage.as('0.145.0'));
      await inResumed(id, async ({ say, compact }) => {
        await say('third, today');
        await compact();
        await say('fourth, today');
      })(stage);
    },
  },
];
