import { describe, expect, it } from 'vitest';
import {
  encodingOf,
  isRolloutName,
  plainPathOf,
  threadIdOf,
} from '../../src/sources/rollout-name.js';

const id = '01a22d62-8b6d-75b3-9eef-dcc3fe7ca425';

describe('the name of a rollout', () => {
  it('says how the file is stored', () => {
    const names = ['a.jsonl', 'a.jsonl.gz', 'a.jsonl.zst', 'a.zst', 'zst', '/dev/stdin'];
    expect(names.map(encodingOf)).toEqual(['plain', 'gzip', 'zstd', 'zstd', 'plain', 'plain']);
    expect(names.map(isRolloutName)).toEqual([true, true, true, false, false, false]);
    expect(plainPathOf('x/a.jsonl.zst')).toBe('x/a.jsonl');
  });

  it.each([
    [`rollout-2026-11-30T16-56-09-${id}.jsonl`, id],
    [`rollout-2026-11-30T16-56-09-${id}.jsonl.zst`, id],
    [`rollout-2026-11-30T16-56-09-${id}_3.jsonl.gz`, id],
    [`rollout-2026-11-30T16-56-09-${id}_${id.replace('01a', '02b')}.jsonl`, id],
    [`rollout-${id}.jsonl`, id],
    [`${id}.jsonl`, undefined],
    [`rollout-2026-11-30T16-56-09-${id}.json`, undefined],
    ['rollout-2026-11-30T16-56-09-1234.jsonl', undefined],
  ])('%s has the thread id %s', (name, expected) => {
    expect(threadIdOf(name)).toBe(expected);
  });
});
