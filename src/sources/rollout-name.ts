/** What the name of a rollout file says: how it is encoded, and whose thread it is. */

/** How the bytes of a file are stored. */
export type InputEncoding = 'plain' | 'gzip' | 'zstd';

const suffixes: readonly (readonly [string, InputEncoding])[] = [
  ['.gz', 'gzip'],
  ['.zst', 'zstd'],
];

/** The encoding by the end of a file's name; anything but `.gz` and `.zst` is plain. */
export function encodingOf(path: string): InputEncoding {
  return suffixes.find(([suffix]) => path.endsWith(suffix))?.[1] ?? 'plain';
}

/** The path a file has, or would have, when it is not compressed. */
export function plainPathOf(path: string): string {
  const suffix = suffixes.find(([end]) => path.endsWith(end))?.[0] ?? '';
  return path.slice(0, path.length - suffix.length);
}

/** Whether a folder's file is taken for a rollout: `.jsonl`, `.jsonl.gz` or `.jsonl.zst`. */
export function isRolloutName(name: string): boolean {
  return plainPathOf(name).endsWith('.jsonl');
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const threadName = new RegExp(`^rollout-.*?-?(${uuid})(?:_([^.]*))?\\.jsonl$`, 'i');

/**
 * The thread id in a name of the form `rollout-<time>-<thread id>.jsonl`, compressed or not; newer releases
 * put `_<segment>` after the id.
 *
 * @returns undefined for other names.
 */
export function threadIdOf(name: string): string | undefined {
  return threadName.exec(plainPathOf(name))?.[1];
}

/**
 * The id other rollouts name this file by when they go on from it: the segment's where the name has one, else the
 * thread's.
 */
export function fileIdOf(name: string): string | undefined {
  const match = threadName.exec(plainPathOf(name));
  return match?.[2] ?? match?.[1];
}
