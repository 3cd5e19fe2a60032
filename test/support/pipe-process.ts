// A `promptmill pipe` process as a test talks to it, and its answers read back.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pack, unpack } from 'msgpackr';
import { globSync } from 'tinyglobby';

export const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Files of `scripts/demo/sessions` are named relative to this folder. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The sample sessions, as they are named below the repository. */
export const demoFiles = globSync('scripts/demo/sessions/**/*.jsonl*', {
  cwd: repository,
}).toSorted();

export interface Answer {
  readonly type: string;
  readonly seq?: number;
  readonly id?: string | number;
  readonly [member: string]: unknown;
}

export interface PipeOutcome {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Starts a pipe with nothing in its environment. */
export function startPipe(args: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [main, 'pipe', ...args], { cwd: repository, env: {} });
}

/** Sends all of `input`, reads meanwhile, and waits for the end. */
export async function runPipe(
  input: string | Uint8Array,
  args: readonly string[] = [],
): Promise<PipeOutcome> {
  const child = startPipe(args);
  const outcome = outcomeOf(child);
  // A process that ended early does not take the rest: how it ended says why.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return outcome;
}

/** All a process says until it ends. */
export async function outcomeOf(child: ChildProcess): Promise<PipeOutcome> {
  const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout: stdout(), stderr: stderr().toString('utf8') };
}

function gather(stream: ChildProcess['stdout']): () => Buffer {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks);
}

/** The first frame. */
export const greeting = { type: 'hello', protocol: 1 };

export function framesOf(values: readonly unknown[]): Buffer {
  return Buffer.concat(values.map((value) => frameOf(pack(value))));
}

export function frameOf(content: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  return Buffer.concat([head, content]);
}

/** Text of one JSON value a line. */
export function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

export function readLines(text: string | Uint8Array): Answer[] {
  const lines = Buffer.from(text).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Answer);
}

/** What stands after the length of each frame. */
export function readFrames(bytes: Uint8Array): Answer[] {
  const answers: Answer[] = [];
  const data = Buffer.from(bytes);
  for (let at = 0; at < data.length;) {
    const end = at + 4 + data.readUInt32BE(at);
    answers.push(unpack(data.subarray(at + 4, end)) as Answer);
    at = end;
  }
  return answers;
}

/** The lines of a render that are in answers, in order, each with its end. */
export function renderedLines(stdout: Uint8Array): string {
  const head = /^\{"type":"request","seq":\d+(?:,"id":[^,]*)?,"rendered":/;
  const lines = Buffer.from(stdout).toString('utf8').split('\n');
  return lines
    .filter((line) => head.test(line))
    .map((line) => `${line.replace(head, '').slice(0, -1)}\n`)
    .join('');
}

/** A failed answer without the words that are for people. */
export function codesOf(answers: readonly Answer[]): unknown[] {
  return answers.map(({ seq, error }) => [seq, (error as { code: string }).code]);
}
