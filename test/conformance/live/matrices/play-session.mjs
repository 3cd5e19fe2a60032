// Plays a session of an app-server whose directory and environments change, and tells what each turn added.

import { spawn } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startAppServer } from '../app-server.mjs';
import { makeCodexHome } from '../codex-home.mjs';
import { startMockResponses } from '../mock-responses.mjs';
import { RELEASES } from '../releases.mjs';
import { message, respond } from '../replies.mjs';
import { makeLayout } from './make-layout.mjs';

/**
 * An environment and the folder it works in. `local` is the machine, `r1` and `r2` are reached over a socket, `slow`
 * never gets ready.
 * @typedef {readonly [id: 'local' | 'r1' | 'r2' | 'slow', folder: string]} Selected
 */

/**
 * @typedef {object} Step
 * @property {readonly Selected[]} [environments]
 * @property {string} [cwd]      a folder, instead of environments
 * @property {Readonly<Record<string, string>>} [write]   files, before the turn
 * @property {boolean} [resume]  the thread is taken up by a new process first
 */

/**
 * @typedef {object} Session
 * @property {string} name
 * @property {Readonly<Record<string, import('./make-layout.mjs').Node>>} nodes   `home` is CODEX_HOME
 * @property {string} [settings]   TOML lines
 * @property {string} [tables]
 * @property {readonly Step[]} steps
 */

/** @typedef {{ root: string, turns: readonly (readonly string[])[] }} Played   the user texts that each turn added */

/**
 * @param {{ codex: string, version: string, folder: string }} setup @param {Session} session
 * @param {(root: string, step: Step, index: number) => void} before   runs before each turn
 * @returns {Promise<Played>}
 */
export async function playSession({ codex, version, folder }, session, before) {
  const release = RELEASES.find((candidate) => candidate.version === version);
  if (release === undefined) throw new Error(`no models for ${version}`);
  await mkdir(join(folder, 'home'), { recursive: true });
  const root = await realpath(folder);
  makeLayout(root, session.nodes);
  const mock = await startMockResponses(() => respond([message('Done.')]));
  const { settings, tables } = session;
  const home = await makeCodexHome(
    {
      binary: codex,
      folder: join(root, 'home'),
      port: mock.port,
      defaultModel: release.models.plain,
    },
    { agentsMd: null, settings, tables },
  );
  const remotes = await startRemotes(session, home);
  let app = await startWith(home, remotes);
  /** @type {string[][]} */
  const turns = [];
  try {
    let threadId = '';
    let seen = 0;
    for (const [index, step] of session.steps.entries()) {
      makeLayout(root, step.write ?? {});
      before(root, step, index);
      const where = placeOf(root, step);
      if (index === 0) threadId = (await app.call('thread/start', where)).thread.id;
      if (step.resume) {
        await app.stop();
        app = await startWith(home, remotes);
        await app.call('thread/resume', { threadId });
      }
      await app.turn(threadId, `turn ${index}`, index === 0 ? {} : where);
      const texts = userTexts(mock.requests.at(-1)?.body);
      turns.push(texts.slice(seen));
      seen = texts.length;
    }
  } finally {
    await app.kill();
    for (const remote of remotes) remote.close();
    await mock.close();
  }
  return { root, turns };
}

/** @param {string} root @param {Step} step */
function placeOf(root, { environments, cwd }) {
  if (environments === undefined) return cwd === undefined ? {} : { cwd: join(root, cwd) };
  return {
    ...(cwd !== undefined && { cwd: join(root, cwd) }),
    environments: environments.map(([id, below]) => ({
      environmentId: id,
      cwd: join(root, below),
    })),
  };
}

/** @typedef {{ id: string, url: string, close: () => void }} Remote */

/** @param {Session} session @param {import('../codex-home.mjs').CodexHome} home @returns {Promise<Remote[]>} */
async function startRemotes({ steps }, home) {
  const ids = new Set(steps.flatMap(({ environments = [] }) => environments.map(([id]) => id)));
  /** @type {Remote[]} */
  const remotes = [];
  for (const id of ids) {
    if (id === 'slow') remotes.push(await startSlow(id));
    else if (id !== 'local') remotes.push(await startExecServer(id, home));
  }
  return remotes;
}

/** @param {string} id @param {import('../codex-home.mjs').CodexHome} home @returns {Promise<Remote>} */
async function startExecServer(id, { binary, env }) {
  const child = spawn(binary, ['exec-server', '--listen', 'ws://127.0.0.1:0'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const url = await new Promise((resolve, reject) => {
    const listen = (/** @type {Buffer} */ chunk) => {
      said += chunk;
      const found = /ws:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => reject(new Error(`the exec-server ended: ${said}`)));
  });
  return { id, url, close: () => child.kill() };
}

/** Takes a connection and says nothing. @param {string} id @returns {Promise<Remote>} */
async function startSlow(id) {
  /** @type {import('node:net').Socket[]} */
  const sockets = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { id, url: `ws://127.0.0.1:${address.port}`, close };
}

/** @param {import('../codex-home.mjs').CodexHome} home @param {readonly Remote[]} remotes */
async function startWith(home, remotes) {
  const app = await startAppServer(home);
  for (const { id, url } of remotes) {
    await app.call('environment/add', {
      environmentId: id,
      execServerUrl: url,
      connectTimeoutMs: 60_000,
    });
  }
  return app;
}

/** @param {any} body @returns {string[]} */
function userTexts(body) {
  return body.input.flatMap((/** @type {any} */ item) =>
    item.type === 'message' && item.role === 'user'
      ? item.content.map((/** @type {any} */ part) => part.text)
      : [],
  );
}
