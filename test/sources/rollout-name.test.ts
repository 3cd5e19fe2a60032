import { describe, expect, it } from 'vitest';
import {
  encodingOf,
  fileIdOf,
  isRolloutName,
  plainPathOf,
  threadIdOf,
} from '../../src/sources/rollout-name.js';

const id = '01a22d62-8b6d-75b3-9eef-dcc3fe7ca425';
const segment = '02b22d62-8b6d-75b3-9eef-dcc3fe7ca425';

describe('the name of a rollout', () => {
  it('says how the file is stored', () => {
    const names = ['a.jsonl', 'a.jsonl.gz', 'a.jsonl.zst', 'a.zst', 'zst', '/dev/stdin'];
    expect(names.map(encodingOf)).toEqual(['plain', 'gzip', 'zstd', 'zstd', 'plain', 'plain']);
    expect(names.map(isRolloutName)).toEqual([true, true, true, false, false, false]);
    expect(plainPathOf('x/a.jsonl.zst')).toBe('x/a.jsonl');
  });

  it.each([
    [`rollout-2026-11-30T16-56-09-${id}.jsonl`, id, id],
    [`rollout-2026-11-30T16-56-09-${id}.jsonl.zst`, id, id],
    [`rollout-2026-11-30T16-56-09-${id}_${segment}.jsonl.gz`, id, segment],
    [`rollout-${id}.jsonl`, id, id],
    [`${id}.jsonl`, undefined, undefined],
    [`rollout-2026-11-30T16-56-09-${id}.json`, undefined, undefined],
    ['rollout-2026-11-30T16-56-09-1234.jsonl', undefined, undefined],
  ])('%s has the thread id %s and is named by %s', (name, threadId, fileId) => {
    expect(threadIdOf(name)).toBe(threadId);
    expect(fileIdOf(name)).toBe(fileId);
  });
});
