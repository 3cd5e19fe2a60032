// What a scenario acts on: one Codex home, one mock, and the two ways to drive the binary.

import { startAppServer } from './app-server.mjs';
import { runExec } from './exec.mjs';

/** @typedef {import('./app-server.mjs').AppServer} AppServer */
/** @typedef {import('./app-server.mjs').ServeOptions} ServeOptions */
/** @typedef {import('./codex-home.mjs').CodexHome} CodexHome */

/**
 * @typedef {object} Stage
 * @property {string} version
 * @property {import('./releases.mjs').Models} models
 * @property {CodexHome} home
 * @property {readonly import('./mock-responses.mjs').RecordedRequest[]} requests
 * @property {(...args: string[]) => Promise<void>} exec   one `codex exec`
 * @property {(play: (app: AppServer) => Promise<void>, options?: ServeOptions) => Promise<void>} serve   one app-server, from start to stop
 * @property {(version: string) => Stage} as   the same home in the hands of another release
 */

/**
 * One thread in an app-server.
 * @typedef {Stage & { app: AppServer, threadId: string,
 *   say: (input: string | object[], settings?: object) => Promise<import('./app-server.mjs').Notice>,
 *   compact: () => Promise<void> }} ThreadStage
 */

/** @typedef {(stage: Stage) => Promise<unknown>} Play */

/**
 * @param {{ version: string, models: import('./releases.mjs').Models, binaries: Readonly<Record<string, string>> }} release
 * @param {CodexHome} home
 * @param {import('./mock-responses.mjs').MockResponses} mock
 * @returns {Stage}
 */
export function makeStage({ version, models, binaries }, home, mock) {
  return {
    version,
    models,
    home,
    requests: mock.requests,
    exec: (...args) => runExec(home, args),
    serve: async (play, options) => {
      const app = await startAppServer(home, options);
      try {
        await play(app);
      } finally {
        await app.stop();
      }
    },
    as: (other) => {
      const binary = binaries[other];
      if (binary === undefined) throw new Error(`there is no binary of ${other}`);
      return makeStage({ version: other, models, binaries }, { ...home, binary }, mock);
    },
  };
}

/**
 * A play that happens in one fresh thread; it ends with the thread's id.
 * @param {(stage: ThreadStage) => Promise<unknown>} play
 * @param {ServeOptions & { start?: object }} [options] `start`: parameters of `thread/start`
 * @returns {(stage: Stage) => Promise<string>}
 */
export function inThread(play, { start = {}, ...options } = {}) {
  return async (stage) => {
    let threadId = '';
    await stage.serve(async (app) => {
      const { thread } = await app.call('thread/start', { cwd: stage.home.project, ...start });
      threadId = thread.id;
      await play(enterThread(stage, app, threadId));
    }, options);
    return threadId;
  };
}

/**
 * A play that goes on in a thread of before.
 * @param {string} threadId
 * @param {(stage: ThreadStage) => Promise<unknown>} play
 * @param {object} [settings] more parameters of `thread/resume`
 * @returns {Play}
 */
export function inResumed(threadId, play, settings = {}) {
  return (stage) =>
    stage.serve(async (app) => {
      await app.call('thread/resume', { threadId, ...settings });
      await play(enterThread(stage, app, threadId));
    });
}

/**
 * A play of one turn for each set of settings.
 * @param {(stage: ThreadStage) => readonly object[]} list
 * @param {object} [start] parameters of `thread/start`
 * @returns {Play}
 */
export function turnsWith(list, start = {}) {
  return inThread(
    async (stage) => {
      let count = 0;
      for (const settings of list(stage)) await stage.say(`turn ${++count}`, settings);
    },
    { start },
  );
}

/** @param {Stage} stage @param {AppServer} app @param {string} threadId @returns {ThreadStage} */
export function enterThread(stage, app, threadId) {
  return {
    ...stage,
    app,
    threadId,
    say: (input, settings) => app.turn(threadId, input, settings),
    compact: async () => {
      const done = turnEnd(app, threadId);
      await Promise.all([done, app.call('thread/compact/start', { threadId })]);
    },
  };
}

/** @param {AppServer} app @param {string} threadId */
export function turnEnd(app, threadId) {
  return app.next(
    ({ method, params }) => method === 'turn/completed' && params.threadId === threadId,
  );
}

/** Waits until the mock has this many requests. @param {Stage} stage @param {number} count */
export async function untilRequests(stage, count) {
  const deadline = Date.now() + 30_000;
  while (stage.requests.length < count) {
    if (Date.now() > deadline) {
      throw new Error(`the mock has ${stage.requests.length} of ${count} expected requests`);
    }
    await pause(20);
  }
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
