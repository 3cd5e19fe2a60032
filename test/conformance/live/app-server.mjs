// Drives `codex app-server`: JSON-RPC lines over its standard streams.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** @typedef {{ method: string, params: any }} Notice */

/**
 * @typedef {object} AppServer
 * @property {(method: string, params?: object) => Promise<any>} call
 * @property {(test: (notice: Notice) => boolean) => Promise<Notice>} next   the next notice that passes the test
 * @property {(threadId: string, input: string | object[], settings?: object) => Promise<Notice>} turn   runs one turn to its end
 * @property {() => Promise<void>} stop
 * @property {() => Promise<void>} kill   at once, and with everything it started
 */

/**
 * @typedef {object} ServeOptions
 * @property {readonly string[]} [args]   command-line arguments
 * @property {Readonly<Record<string, (params: any) => unknown>>} [requests]   what the client says to the server's requests; by default it accepts
 */

const CALL_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** @param {import('./codex-home.mjs').CodexHome} home @param {ServeOptions} [options] @returns {Promise<AppServer>} */
export async function startAppServer(home, { args = [], requests = {} } = {}) {
  const child = spawn(home.binary, ['app-server', ...args], {
    cwd: home.project,
    env: home.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const pending = new Map();
  /** @type {Set<{ test: (notice: Notice) => boolean, resolve: (notice: Notice) => void }>} */
  const waiting = new Set();
  let stderr = '';
  let lastId = 0;

  child.stdin.on('error', () => {}); // a killed server: the calls that wait are rejected at its exit
  child.stderr.on('data', (chunk) => (stderr = (stderr + chunk).slice(-4000)));
  createInterface({ input: child.stdout }).on('line', (line) => receive(JSON.parse(line)));
  child.once('exit', () => {
    for (const { reject } of pending.values()) reject(new Error(`app-server ended: ${stderr}`));
  });

  /** @param {object} document */
  const write = (document) => child.stdin.write(`${JSON.stringify(document)}\n`);

  /** @param {any} document */
  function receive(document) {
    if (document.method !== undefined && document.id !== undefined) {
      const result = requests[document.method]?.(document.params) ?? { decision: 'accept' };
      write({ id: document.id, result });
    } else if (document.id !== undefined) {
      settle(document);
    } else {
      for (const waiter of waiting) if (waiter.test(document)) waiter.resolve(document);
    }
  }

  /** @param {any} document */
  function settle(document) {
    const call = pending.get(document.id);
    pending.delete(document.id);
    if (document.error === undefined) call?.resolve(document.result);
    else call?.reject(new Error(JSON.stringify(document.error)));
  }

  /** @type {AppServer['call']} */
  const call = (method, params = {}) => {
    const id = ++lastId;
    const answered = new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    write({ id, method, params });
    return within(answered, `${method} had no answer`);
  };

  /** @type {AppServer['next']} */
  const next = (test) => {
    /** @type {any} */
    let waiter;
    const seen = new Promise((resolve) => waiting.add((waiter = { test, resolve })));
    return within(seen, 'an expected notice did not come').finally(() => waiting.delete(waiter));
  };

  /** @type {AppServer['turn']} */
  const turn = async (threadId, input, settings = {}) => {
    const done = next(
      (notice) => notice.method === 'turn/completed' && notice.params.threadId === threadId,
    );
    const parts = typeof input === 'string' ? [{ type: 'text', text: input }] : input;
    const [notice] = await Promise.all([
      done,
      call('turn/start', { threadId, input: parts, ...settings }),
    ]);
    return notice;
  };

  const killGroup = () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
    }
  };

  const kill = async () => {
    killGroup();
    await exited;
  };

  const stop = async () => {
    child.stdin.end();
    const timer = setTimeout(killGroup, STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  };

  await call('initialize', {
    clientInfo: { name: 'promptmill_conformance', version: '1.0.0' },
    capabilities: { experimentalApi: true },
  });
  write({ method: 'initialized' });
  return { call, next, turn, stop, kill };
}

/** @template T @param {Promise<T>} promise @param {string} problem @returns {Promise<T>} */
async function within(promise, problem) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${problem} within ${CALL_TIMEOUT_MS} ms`)),
      CALL_TIMEOUT_MS,
    );
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}
