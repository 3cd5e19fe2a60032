/** What every probe works with: the binary, its catalog, and a way to run one session of it against the mock. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { startAppServer, type AppServer, type Decide } from './app-server.js';
import { makeCodexHome, type CodexHome, type HomeOptions } from './codex-home.js';
import { startMockService, type ModelCall, type Route, type Script } from './mock-service.js';
import { sayOk } from './replies.js';
import { runCodex } from './run-codex.js';

export interface Bench {
  readonly binary: string;
  /** Of the binary, e.g. `0.145.0`. */
  readonly release: string;
  /** The catalog inside the binary; every entry has a slug. */
  readonly models: readonly CatalogModel[];
  /** Prints what the model would be told, without asking a model. */
  readonly promptInput: (options: HomeOptions) => Promise<readonly JsonRecord[]>;
  /** Runs an app server; gives the calls it made to the model. */
  readonly session: (options: SessionOptions, steps: Steps) => Promise<readonly ModelCall[]>;
  /** Writes a file that several runs share and gives its path. */
  readonly keepFile: (name: string, content: string) => Promise<string>;
}

export interface CatalogModel extends JsonRecord {
  readonly slug: string;
}

export interface SessionOptions extends HomeOptions {
  readonly script?: Script;
  readonly route?: Route;
  readonly decide?: Decide;
  /** Id of a thread in the home folder to go on with, instead of a new one. */
  readonly resume?: string;
}

/** A running app server with one thread. */
export interface Session {
  readonly home: CodexHome;
  readonly server: AppServer;
  readonly threadId: string;
  /** Calls so far. */
  readonly calls: readonly ModelCall[];
  /** Runs one turn to its end. */
  readonly turn: (text: string, settings?: JsonRecord) => Promise<void>;
}

export type Steps = (session: Session) => Promise<void>;

/** A bench whose runs live in folders below `folder`. */
export async function openBench(binary: string, folder: string): Promise<Bench> {
  let runs = 0;
  const newPlace = (port: number): { binary: string; folder: string; port: number } => {
    runs += 1;
    return { binary, folder: join(folder, `run-${runs}`), port };
  };
  const deadPort = 9;
  const home = await makeCodexHome(newPlace(deadPort), {});
  const release = (await runCodex(home, ['--version'])).trim().split(/\s+/).at(-1) ?? '';
  const models = readModels(await runCodex(home, ['debug', 'models', '--bundled']));

  const promptInput = async (options: HomeOptions): Promise<readonly JsonRecord[]> => {
    const run = await makeCodexHome(newPlace(deadPort), options);
    const items: unknown = JSON.parse(await runCodex(run, ['debug', 'prompt-input', 'Hello.']));
    return Array.isArray(items) ? items.filter(isRecord) : [];
  };

  const session = async (options: SessionOptions, steps: Steps): Promise<readonly ModelCall[]> => {
    const service = await startMockService({
      script: options.script ?? sayOk,
      route: options.route,
    });
    try {
      const run = await makeCodexHome(newPlace(service.port), options);
      const server = await startAppServer(run, options.decide);
      try {
        const threadId = await openThread(server, run.project, options.resume);
        const turn = (text: string, settings?: JsonRecord): Promise<void> =>
          runTurn(server, { threadId, text, settings });
        await steps({ home: run, server, threadId, calls: service.calls, turn });
      } finally {
        await server.stop();
      }
    } finally {
      await service.close();
    }
    return service.calls;
  };

  const keepFile = async (name: string, content: string): Promise<string> => {
    await mkdir(folder, { recursive: true });
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };

  return { binary, release, models, promptInput, session, keepFile };
}

/** The id of a thread, as methods of the app server return it. */
export function threadIdOf({ thread }: JsonRecord): string {
  if (isRecord(thread) && typeof thread['id'] === 'string') return thread['id'];
  throw new Error('the app server gave no thread');
}

function readModels(text: string): readonly CatalogModel[] {
  const catalog: unknown = JSON.parse(text);
  const models = isRecord(catalog) ? catalog['models'] : undefined;
  return Array.isArray(models) ? models.filter(isModel) : [];
}

function isModel(value: unknown): value is CatalogModel {
  return isRecord(value) && typeof value['slug'] === 'string';
}

async function openThread(server: AppServer, cwd: string, resume?: string): Promise<string> {
  const opened =
    resume === undefined
      ? await server.call('thread/start', { cwd })
      : await server.call('thread/resume', { threadId: resume, cwd });
  return threadIdOf(opened);
}

interface TurnOptions {
  readonly threadId: string;
  readonly text: string;
  readonly settings: JsonRecord | undefined;
}

async function runTurn(
  server: AppServer,
  { threadId, text, settings }: TurnOptions,
): Promise<void> {
  const ended = server.next(
    ({ method, params }) => method === 'turn/completed' && params['threadId'] === threadId,
  );
  const started = server.call('turn/start', {
    threadId,
    input: [{ type: 'text', text }],
    ...settings,
  });
  await Promise.all([ended, started]);
}
