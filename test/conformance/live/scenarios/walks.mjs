// Scenarios that nobody thought out: seeded random walks over everything a client may do to a thread.

import { EVERY_VERSION } from '../releases.mjs';
import { compaction, functionCall, message, reasoning, respond, stall } from '../replies.mjs';
import { isCompaction } from '../script.mjs';
import { enterThread, pause, turnEnd, untilRequests } from '../stage.mjs';

/** @typedef {import('../stage.mjs').ThreadStage} ThreadStage */
/** @typedef {() => number} Random */
/** @typedef {{ id: string, turnIds: string[] }} Thread */

const LIVES = 3;
const STEPS_A_LIFE = 6;

/** @type {import('../record-scenario.mjs').Scenario[]} */
export const walkScenarios = [
  walk('walk-1', EVERY_VERSION, {}),
  walk('walk-2', EVERY_VERSION, { remote: true }),
  walk('walk-3', EVERY_VERSION, {}),
  walk('walk-4', EVERY_VERSION, { remote: true }),
  walk('walk-paginated', ['0.145.0'], { historyMode: 'paginated' }),
  walk('walk-legacy', ['0.171.0'], { historyMode: 'legacy' }),
];

/** @param {string} name @param {readonly string[]} versions @param {{ remote?: boolean, historyMode?: string }} options @returns {import('../record-scenario.mjs').Scenario} */
function walk(name, versions, { remote = false, historyMode }) {
  return {
    name,
    versions,
    extraModels: true,
    home: {
      settings: 'model_auto_compact_token_limit = 50000',
      ...(remote ? { providerName: 'OpenAI' } : {}),
    },
    script: () => improvise(randomFrom(`${name} replies`)),
    play: async (stage) => {
      const random = randomFrom(name);
      /** @type {Thread[]} */
      const threads = [];
      for (let life = 0; life < LIVES; life++) {
        await stage.serve((app) => live(stage, app, { random, threads, historyMode }));
      }
    },
  };
}

/** One app-server: start or resume a thread, then a few steps. @param {import('../stage.mjs').Stage} stage @param {import('../app-server.mjs').AppServer} app @param {{ random: Random, threads: Thread[], historyMode: string | undefined }} course */
async function live(stage, app, { random, threads, historyMode }) {
  if (threads.length === 0) {
    const { thread } = await app.call('thread/start', {
      cwd: stage.home.project,
      ...(historyMode === undefined ? {} : { historyMode }),
    });
    threads.push({ id: thread.id, turnIds: [] });
  }
  let thread = pick(random, threads);
  await app.call('thread/resume', { threadId: thread.id }).catch(ignoreUnwritten);
  for (let step = 0; step < STEPS_A_LIFE; step++) {
    const action = pick(random, actionsFor(stage.version, historyMode));
    const next = await action({ on: enterThread(stage, app, thread.id), thread, random });
    if (next !== undefined) threads.push((thread = next));
  }
}

/** @typedef {{ on: ThreadStage, thread: Thread, random: Random }} Step */
/** @typedef {(step: Step) => Promise<Thread | undefined | void>} Action an action may go on in a new thread */

/** @param {string} version @param {string | undefined} historyMode @returns {readonly Action[]} */
function actionsFor(version, historyMode) {
  const common = [
    speak,
    speak,
    useTools,
    useTools,
    fill,
    change,
    change,
    change,
    change,
    change,
    compact,
    shell,
    inject,
    interrupt,
  ];
  if (version === '0.145.0') {
    return historyMode === 'paginated' ? common : [...common, fork, rollBack];
  }
  return historyMode === 'legacy' ? [...common, fork] : [...common, fork, revert];
}

/** @type {Action} */
const speak = (step) =>
  say(step, pick(step.random, ['good morning', 'tell me more', 'and the wheel?', 'ünd dänn? 🙂']));

/** @type {Action} */
const useTools = (step) => say(step, 'use a tool');

/** @type {Action} */
const fill = (step) => say(step, 'fill the window');

/** @type {Action} */
const change = (step) => {
  const { models, home, version } = step.on;
  const slugs = [models.plain, models.lite, 'mill-second', 'mill-hashed', 'mill-lite'];
  return say(
    step,
    'with other settings',
    pick(step.random, [
      { model: pick(step.random, slugs) },
      { model: pick(step.random, slugs) },
      { model: pick(step.random, slugs), sandboxPolicy: { type: 'readOnly' } },
      { sandboxPolicy: { type: 'dangerFullAccess' } },
      { approvalPolicy: pick(step.random, ['never', 'on-request']) },
      { effort: pick(step.random, ['low', 'high']) },
      { cwd: pick(step.random, [home.project, home.codexHome]) },
      ...(version === '0.145.0'
        ? [{ personality: pick(step.random, ['friendly', 'pragmatic', 'none']) }]
        : []),
    ]),
  );
};

/** @type {Action} */
const compact = ({ on }) => on.compact();

/** @type {Action} */
const shell = async ({ on: { app, threadId } }) => {
  const done = turnEnd(app, threadId);
  await Promise.all([
    done,
    app.call('thread/shellCommand', { threadId, command: 'echo from the user' }),
  ]);
};

/** @type {Action} */
const inject = async ({ on: { app, threadId } }) => {
  const items = [
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'put in from outside' }],
    },
  ];
  await app.call('thread/inject_items', { threadId, items });
};

/** @type {Action} */
const interrupt = async ({ on }) => {
  const { app, threadId } = on;
  const done = turnEnd(app, threadId);
  const seen = on.requests.length;
  const { turn } = await app.call('turn/start', {
    threadId,
    input: [{ type: 'text', text: 'stall' }],
  });
  await untilRequests(on, seen + 1);
  await pause(500);
  await app.call('turn/interrupt', { threadId, turnId: turn.id });
  await done;
};

/** @type {Action} */
const fork = async ({ on: { app, threadId }, thread, random }) => {
  if (thread.turnIds.length === 0) return undefined;
  const keep = 1 + Math.floor(random() * thread.turnIds.length);
  const turnIds = thread.turnIds.slice(0, keep);
  const part = keep === thread.turnIds.length ? {} : { lastTurnId: turnIds.at(-1) };
  const { thread: made } = await app.call('thread/fork', { threadId, ...part });
  return { id: made.id, turnIds };
};

/** @type {Action} */
const rollBack = async ({ on: { app, threadId }, thread, random }) => {
  const numTurns = 1 + Math.floor(random() * 2);
  await app.call('thread/rollback', { threadId, numTurns });
  thread.turnIds.splice(Math.max(0, thread.turnIds.length - numTurns));
};

/** @type {Action} */
const revert = async ({ on: { app, threadId }, thread, random }) => {
  if (thread.turnIds.length < 2) return;
  const index = 1 + Math.floor(random() * (thread.turnIds.length - 1));
  await app.call('thread/revert', { threadId, beforeTurnId: thread.turnIds[index] });
  thread.turnIds.splice(index);
};

/** @param {Step} step @param {string} text @param {object} [settings] */
async function say({ on, thread }, text, settings) {
  const { params } = await on.say(text, settings);
  thread.turnIds.push(params.turn.id);
}

/** Replies by the words of the user, if nothing came after them. @param {Random} random @returns {import('../mock-responses.mjs').Script} */
function improvise(random) {
  let count = 0;
  return (request) => {
    const sealed = `SEALED-${++count}`;
    const remote = request.body.input.at(-1)?.type === 'compaction_trigger';
    if (isCompaction(request)) {
      return respond([remote ? compaction(sealed) : message(`summary ${count}`)], {
        inputTokens: 50,
      });
    }
    const text = lastWords(request);
    if (text === 'stall') return stall([message('I was about to')]);
    if (text === 'fill the window') {
      return respond([message('a lot'), ...(random() < 0.5 ? [echo(count)] : [])], {
        inputTokens: 80_000,
      });
    }
    if (text === 'use a tool') {
      return respond([
        reasoning('let me see', sealed),
        echo(count),
        ...(random() < 0.5 ? [echo(count + 0.5)] : []),
      ]);
    }
    return respond([
      ...(random() < 0.3 ? [reasoning('hm', sealed)] : []),
      message(`answer ${count}`),
    ]);
  };
}

/** @param {number} count */
function echo(count) {
  return functionCall('exec_command', `call-${count}`, { cmd: `echo ${count}` });
}

/** @param {import('../mock-responses.mjs').RecordedRequest} request @returns {string | undefined} */
function lastWords({ body }) {
  const last = body.input.at(-1);
  return last?.role === 'user' ? last.content.at(-1)?.text : undefined;
}

/** A thread that has said nothing has no file to resume. @param {Error} error */
function ignoreUnwritten(error) {
  if (!/no rollout found/.test(error.message)) throw error;
}

/** @template T @param {Random} random @param {readonly T[]} list @returns {T} */
function pick(random, list) {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
}

/** Numbers from 0 to 1 that are the same for the same seed. @param {string} seed @returns {Random} */
function randomFrom(seed) {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
