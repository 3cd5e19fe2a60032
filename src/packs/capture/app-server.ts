/** Drives `codex app-server`: JSON-RPC lines over its standard streams. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { CodexHome } from './codex-home.js';

export interface AppServer {
  /** Calls a method; the result is `{}` when it is no object. */
  readonly call: (method: string, params?: JsonRecord) => Promise<JsonRecord>;
  /** The next notice that passes the test; ask before doing what brings it about. */
  readonly next: (test: (notice: Notice) => boolean) => Promise<Notice>;
  readonly stop: () => Promise<void>;
}

export interface Notice {
  readonly method: string;
  readonly params: JsonRecord;
}

/** What the client says to the server's own requests; by default it accepts. */
export type Decide = (method: string, params: JsonRecord) => JsonRecord | undefined;

const callTimeoutMs = 30_000;
const stopTimeoutMs = 5000;

interface Waiter {
  readonly test: (notice: Notice) => boolean;
  readonly resolve: (notice: Notice) => void;
  readonly reject: (error: Error) => void;
}

interface PendingCall {
  readonly resolve: (result: JsonRecord) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the process and greets it. */
export async function startAppServer(home: CodexHome, decide?: Decide): Promise<AppServer> {
  const child = spawn(home.binary, ['app-server'], {
    cwd: home.project,
    env: home.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const pending = new Map<number, PendingCall>();
  const waiting = new Set<Waiter>();
  let stderr = '';
  let lastId = 0;

  child.on('error', (error) => rejectAll(error));
  child.stdin.on('error', () => {}); // a server that died: what waits for it is rejected at its exit
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk.toString()}`.slice(-2000);
  });
  createInterface({ input: child.stdout }).on('line', receive);
  child.once('exit', () => rejectAll(new Error(`the app server ended: ${stderr.trim()}`)));

  const call = (method: string, params: JsonRecord = {}): Promise<JsonRecord> => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<JsonRecord>((resolve, reject) => {
      pending.set(id, { resolve, reject });
    });
    write({ id, method, params });
    return within(answered, `${method} had no answer`);
  };

  await call('initialize', {
    clientInfo: { name: 'promptmill', version: '1' },
    capabilities: { experimentalApi: true },
  });
  write({ method: 'initialized' });
  return { call, next, stop };

  function write(document: JsonRecord): void {
    child.stdin.write(`${JSON.stringify(document)}\n`);
  }

  function receive(line: string): void {
    const document: unknown = JSON.parse(line);
    if (!isRecord(document)) return;
    const { id, method } = document;
    const params = isRecord(document['params']) ? document['params'] : {};
    if (typeof method !== 'string') settle(document);
    else if (id === undefined) announce({ method, params });
    else write({ id, result: decide?.(method, params) ?? { decision: 'accept' } });
  }

  function settle({ id, result, error }: JsonRecord): void {
    if (typeof id !== 'number') return;
    const call = pending.get(id);
    pending.delete(id);
    if (error === undefined) call?.resolve(isRecord(result) ? result : {});
    else call?.reject(new Error(messageOf(error)));
  }

  function announce(notice: Notice): void {
    for (const waiter of waiting) if (waiter.test(notice)) waiter.resolve(notice);
  }

  function rejectAll(error: Error): void {
    for (const { reject } of [...pending.values(), ...waiting]) reject(error);
    pending.clear();
    waiting.clear();
  }

  function next(test: (notice: Notice) => boolean): Promise<Notice> {
    let waiter: Waiter | undefined;
    const seen = new Promise<Notice>((resolve, reject) => {
      waiter = { test, resolve, reject };
      waiting.add(waiter);
    });
    const bounded = within(seen, 'an expected notice did not come').finally(() => {
      if (waiter !== undefined) waiting.delete(waiter);
    });
    bounded.catch(() => {}); // whoever asked may have failed before waiting for it
    return bounded;
  }

  async function stop(): Promise<void> {
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await exited;
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return isRecord(error) && typeof error['message'] === 'string'
    ? error['message']
    : JSON.stringify(error);
}

async function within<T>(promise: Promise<T>, problem: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${problem} within ${callTimeoutMs / 1000} s`)),
      callTimeoutMs,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
