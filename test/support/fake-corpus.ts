// Folders of made-up sessions for the worker of fake-worker.mjs, and what a render of them must give.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { JobInput } from '../../src/batch/plan-runs.js';
import type { RenderContext } from '../../src/contract/session.js';
import { defaultRenderOptions } from '../../src/contract/options.js';
import { type PackTextId, packTextIds } from '../../src/contract/texts.js';
import { fakeOutput } from './fake-worker.mjs';

export interface FakeSession {
  readonly requests: number;
  readonly bytes: number;
  readonly chunkBytes?: number;
  readonly planMs?: number;
  readonly fault?:
    | 'throw-in-plan'
    | 'throw-in-write'
    | 'exit-in-plan'
    | 'exit-in-write'
    | 'uncaught'
    | 'wrong-length';
  /** The fault happens only while this file is there, and takes it away. */
  readonly marker?: string;
  readonly notices?: readonly string[];
  /** The length of input to pretend. */
  readonly inputBytes?: number;
}

export const fakeWorker = new URL('fake-worker.mjs', import.meta.url);

export const fakeContext: RenderContext = {
  options: defaultRenderOptions,
  // An empty text for every id: the made-up pipeline reads none.
  texts: Object.fromEntries(packTextIds.map((id) => [id, ''])) as Record<PackTextId, string>,
  packName: 'none',
  catalog: undefined,
  tools: undefined,
};

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'promptmill-test-'));
  folders.push(folder);
  return folder;
}

export interface FakeCorpus {
  readonly folder: string;
  readonly inputs: readonly JobInput[];
  /** The output of all sessions without a fault, in order. */
  readonly output: Buffer;
}

export function fakeCorpus(sessions: readonly FakeSession[]): FakeCorpus {
  const folder = join(temporaryFolder(), 'sessions');
  mkdirSync(folder);
  const outputs: Buffer[] = [];
  const inputs = sessions.map((session, index) => {
    const path = join(folder, `s${String(index).padStart(4, '0')}.json`);
    writeFileSync(path, JSON.stringify(session));
    if (session.fault === undefined || session.marker !== undefined) {
      outputs.push(fakeOutput(path, session));
    }
    return { path, sizeBytes: session.inputBytes ?? 100_000 };
  });
  return { folder, inputs, output: Buffer.concat(outputs) };
}
