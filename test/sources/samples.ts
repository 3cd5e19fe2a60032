/** Data for the tests of sources: folders that vanish, text that looks like rollouts, hand-made zstd frames. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PromptmillError } from '../../src/contract/errors.js';

/** A folder of its own for the running test, gone when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'promptmill-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, given by paths below `folder`, and the folders they lie in; returns `folder`. */
export function writeTree(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** JSON lines of made-up words, always the same for one length: what the `.zst` fixtures hold. */
export function sampleLines(lengthBytes: number): Buffer {
  const words = Array.from({ length: 400 }, (_, i) => ((i + 1) * 2654435761).toString(36));
  let state = 1;
  const next = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state >>> 8;
  };
  const lines: string[] = [];
  for (let length = 0, ordinal = 0; length < lengthBytes; ordinal++) {
    const text = Array.from({ length: next() % 60 }, () => words[(next() * next()) % 397]).join(
      ' ',
    );
    const line = JSON.stringify({ ordinal, type: 'response_item', payload: { text } });
    lines.push(line);
    length += line.length + 1;
  }
  return Buffer.from(lines.join('\n')).subarray(0, lengthBytes);
}

/** A block of a hand-made frame: stored as it is, or one byte `count` times. */
export type SampleBlock =
  | { readonly raw: Uint8Array }
  | { readonly byte: number; readonly count: number };

interface SampleFrame {
  readonly blocks: readonly SampleBlock[];
  /** As the frame says it, right or not. */
  readonly contentBytes?: number;
  readonly checksum?: number;
  readonly dictionaryId?: number;
  /** Log of the window; 20 when left out. */
  readonly windowLog?: number;
}

/** A zstd frame put together by hand. */
export function zstdFrame(frame: SampleFrame): Buffer {
  const { blocks, contentBytes, checksum, dictionaryId, windowLog = 20 } = frame;
  const flags =
    (contentBytes === undefined ? 0 : 0x80) |
    (checksum === undefined ? 0 : 4) |
    (dictionaryId === undefined ? 0 : 3);
  return Buffer.concat([
    uint32(0xfd2fb528),
    Buffer.of(flags, (windowLog - 10) << 3),
    dictionaryId === undefined ? Buffer.of() : uint32(dictionaryId),
    contentBytes === undefined ? Buffer.of() : uint32(contentBytes),
    ...blocks.map((block, i) => zstdBlock(block, i === blocks.length - 1)),
    checksum === undefined ? Buffer.of() : uint32(checksum),
  ]);
}

/** A skippable frame, which decoders pass over. */
export function skippableFrame(content: string, variant = 0): Buffer {
  return Buffer.concat([
    uint32(0x184d2a50 + variant),
    uint32(content.length),
    Buffer.from(content),
  ]);
}

function zstdBlock(block: SampleBlock, isLast: boolean): Buffer {
  const isRaw = 'raw' in block;
  const size = isRaw ? block.raw.length : block.count;
  const head = (size << 3) | (isRaw ? 0 : 2) | Number(isLast);
  const content = isRaw ? block.raw : Buffer.of(block.byte);
  return Buffer.concat([uint32(head).subarray(0, 3), content]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Makes a named pipe; not on Windows. */
export function makePipe(path: string): string {
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  return path;
}

/** The error that `act` ends in; fails when it ends well or with an error of another kind. */
export async function refusalOf(act: () => unknown): Promise<PromptmillError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof PromptmillError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
