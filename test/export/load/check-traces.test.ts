import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../../src/contract/json-record.js';
import { mooncake } from '../../../src/export/load/mooncake.js';
import { weka } from '../../../src/export/load/weka.js';
import { faultsIn } from './made-export.js';

describe('the check of mooncake', () => {
  it('takes the line that the format is described by, but for ids that do not count from 0 (§3.1)', () => {
    const ids = [46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 2353, 2354];
    const value = { timestamp: 27482, input_length: 6955, output_length: 52, hash_ids: ids };

    expect(faultsIn(mooncake, [value])).toEqual([
      {
        path: '/hash_ids/0',
        found: '46',
        expected: '0, the next new id, or one that was there before',
      },
      {
        path: '/hash_ids/12',
        found: '2353',
        expected: '58, the next new id, or one that was there before',
      },
    ]);
  });

  it('refuses an id with two predecessors, and new ids that leave some out', () => {
    const lines = [line(0, 1500, [0, 1, 2]), line(1, 1500, [0, 2, 3]), line(2, 1500, [0, 1, 5])];

    expect(faultsIn(mooncake, lines)).toEqual([
      { path: '/hash_ids/1', found: '2 behind 0', expected: 'behind 1, as before' },
      {
        path: '/hash_ids/2',
        found: '5',
        expected: '4, the next new id, or one that was there before',
      },
    ]);
  });

  it('refuses block counts that no one block size gives', () => {
    const lines = [
      line(0, 1024, [0, 1]),
      line(1, 1025, [0, 1, 2]),
      line(2, 1024, [0, 1, 3]),
      line(3, 0, [0]),
    ];

    expect(faultsIn(mooncake, lines).map(({ found, expected }) => [found, expected])).toEqual([
      ['3 blocks for 1024 tokens', 'as many as blocks of 512 tokens make, a partial one counted'],
      ['1 blocks for 0 tokens', 'as many as blocks of 512 tokens make, a partial one counted'],
    ]);
  });

  it('refuses ids that are no 32-bit numbers, missing and other members, and times that run backwards', () => {
    const lines = [
      line(5, 1, [0]),
      line(4, 1, [0]),
      { ...line(6, 1, [2 ** 31]), session_id: 'a' },
      { timestamp: '7', input_length: 1 },
      7,
    ];

    expect(faultsIn(mooncake, lines).map(({ path, found }) => [path, found])).toEqual([
      ['/timestamp', '4'],
      ['/hash_ids/0', '2147483648'],
      ['/session_id', 'a member session_id'],
      ['', 'no member output_length'],
      ['', 'no member hash_ids'],
      ['/timestamp', '"7"'],
      ['', '7'],
    ]);
  });
});

describe('the check of weka', () => {
  const request = { t: 0, type: 's', model: 'm', in: 130, out: 1, hash_ids: [1, 2], stop: '' };
  const trace = {
    id: 'a',
    models: ['m'],
    block_size: 64,
    hash_id_scope: 'local',
    requests: [request],
  };

  it('takes what the format requires and no more', () => {
    expect(faultsIn(weka, [trace])).toEqual([]);
  });

  it('refuses partial blocks, the analysis of the first version and a scope that is missing', () => {
    const { hash_id_scope: _scope, ...unscoped } = trace;

    expect(pathsOf({ ...trace, requests: [{ ...request, hash_ids: [1, 2, 3] }] })).toEqual([
      '/requests/0/hash_ids',
    ]);
    expect(pathsOf({ ...trace, _analysis: {} })).toEqual(['/_analysis']);
    expect(pathsOf(unscoped)).toEqual(['']);
  });

  it('refuses a time to the first token where nothing is streamed, and times that run backwards', () => {
    const requests = [
      { ...request, t: 5, type: 'n', ttft: 1 },
      { ...request, t: 5 },
      { ...request, t: 3 },
    ];

    expect(pathsOf({ ...trace, requests })).toEqual(['/requests/0/ttft', '/requests/2/t']);
  });

  it('looks into sub-agents', () => {
    const agent = {
      t: 1,
      type: 'subagent',
      agent_id: 'b',
      subagent_type: 'thread',
      status: 'completed',
      models: ['m'],
      requests: [{ ...request, hash_ids: [1, 9] }],
    };

    expect(pathsOf({ ...trace, requests: [request, agent] })).toEqual([
      '/requests/1/requests/0/hash_ids/1',
    ]);
  });

  function pathsOf(value: JsonRecord): readonly string[] {
    return faultsIn(weka, [value]).map(({ path }) => path);
  }
});

function line(timestamp: number, inputLength: number, ids: readonly number[]): JsonRecord {
  return { timestamp, input_length: inputLength, output_length: 1, hash_ids: ids };
}
