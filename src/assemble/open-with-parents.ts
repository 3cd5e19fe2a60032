/** Opens a rollout together with the prefixes it shares with its parents, however many generations back (spec 4 §1.3). */

import type { RolloutBytes } from '../contract/bytes.js';
import { PromptmillError } from '../contract/errors.js';
import type { RenderOptions } from '../contract/options.js';
import { rulesById } from '../contract/rules.js';
import type { RolloutSegment, SessionInput } from '../contract/session.js';
import { findSharedEnd } from '../rollout/find-shared-end.js';
import { JoinedBytes } from '../rollout/joined-bytes.js';
import { readHistoryBase } from '../rollout/read-history-base.js';
import type { HistoryBaseRef } from '../rollout/session-meta.js';

/** What opens files and finds parents; given by the caller, since this layer touches no file system. */
export interface RolloutFiles {
  open(file: string): Promise<{ readonly bytes: RolloutBytes; close(): void }>;
  /** The file of a thread (or of a thread's segment) that `child` was forked from. */
  findParent(threadId: string, child: string): string | undefined;
}

export interface OpenSessionInput {
  readonly input: SessionInput;
  close(): void;
}

/** More generations than this are a loop. */
const maxGenerations = 256;

/**
 * @throws PromptmillError `parent_not_found` from the loader `codex` when a parent's file is not there; the lenient
 * loader goes on without it. Also what `files.open` throws.
 */
export async function openWithParents(
  file: string,
  options: RenderOptions,
  files: RolloutFiles,
): Promise<OpenSessionInput> {
  const opened: { close(): void }[] = [];
  const close = (): void => {
    for (const rollout of opened) rollout.close();
  };
  try {
    const input = await join(file, { options, files, opened, generation: 0 });
    return { input, close };
  } catch (error) {
    close();
    throw error;
  }
}

interface Joining {
  readonly options: RenderOptions;
  readonly files: RolloutFiles;
  readonly opened: { close(): void }[];
  readonly generation: number;
}

async function join(file: string, joining: Joining): Promise<SessionInput> {
  const rollout = await joining.files.open(file);
  joining.opened.push(rollout);
  const { bytes } = rollout;
  const alone = { file, bytes, segments: [{ file, startBytes: 0, endBytes: bytes.size }] };
  const forced = joining.options.rules === 'auto' ? undefined : rulesById(joining.options.rules);
  const base = readHistoryBase(bytes, forced);
  if (base === undefined) return alone;
  const parentFile = joining.files.findParent(base.threadId, file);
  if (parentFile === undefined || joining.generation >= maxGenerations) {
    if (joining.options.loader === 'codex') throw parentMissing(file, base);
    return { ...alone, missingParent: base.threadId };
  }
  const parent = await join(parentFile, { ...joining, generation: joining.generation + 1 });
  return joinInputs(parent, base, alone);
}

function joinInputs(parent: SessionInput, base: HistoryBaseRef, child: SessionInput): SessionInput {
  const ownStart = parent.segments.at(-1)?.startBytes ?? 0;
  const shared = findSharedEnd(parent.bytes, ownStart, base);
  const segments: RolloutSegment[] = parent.segments
    .filter(({ startBytes }) => startBytes < shared)
    .map(({ file, startBytes, endBytes }) => ({
      file,
      startBytes,
      endBytes: Math.min(endBytes, shared),
    }));
  segments.push({ file: child.file, startBytes: shared, endBytes: shared + child.bytes.size });
  return {
    file: child.file,
    bytes: new JoinedBytes(parent.bytes, shared, child.bytes),
    segments,
    ...(parent.missingParent === undefined ? {} : { missingParent: parent.missingParent }),
  };
}

function parentMissing(file: string, base: HistoryBaseRef): PromptmillError {
  return new PromptmillError(
    'parent_not_found',
    `the rollout goes on from thread ${base.threadId}, whose file is not there`,
    {
      file,
      line: 1,
      offsetBytes: 0,
      found: `history_base of ${base.threadId}`,
      expected: 'that rollout among the inputs, beside this one, or in the same sessions folder',
      remedy: 'give the parent too, or render with --loader lenient, which leaves its part out',
    },
  );
}
