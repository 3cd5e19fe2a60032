import { describe, expect, it } from 'vitest';
import { groupRequests, type Known } from '../../src/report/group-requests.js';
import type { TracedRequest } from '../../src/sources/trace-bundle.js';

function request(body: unknown, more: Partial<TracedRequest> = {}): TracedRequest {
  return {
    id: 'call',
    kind: 'inference',
    threadId: 't',
    turnId: 'turn',
    providerName: 'mock',
    rolloutPath: undefined,
    file: 'trace.jsonl',
    line: 1,
    read: () => JSON.stringify(body),
    ...more,
  };
}

const known: Known = { threads: new Map([['t', ['a.jsonl', 'b.jsonl']]]), given: [] };
const tools = { type: 'additional_tools', tools: [{ name: 'x' }] };

describe('traced requests', () => {
  it('are kept together by file and by what no rollout tells', () => {
    const plain = request({ input: [{ type: 'message' }] });
    const requests = [
      plain,
      request({ input: [{ type: 'message', id: 'msg_1' }] }),
      request({ input: [tools, { type: 'message' }] }, { providerName: 'OpenAI' }),
      request({ input: [] }, { kind: 'compaction' }),
      request({ input: [], prompt_cache_key: 't' }, { kind: 'compaction' }),
      request({ input: [] }, { rolloutPath: 'C:\\codex\\b.jsonl' }),
      request({ input: [] }, { threadId: 'stranger' }),
      plain,
    ];
    const groups = groupRequests(requests, known);
    const both = ['a.jsonl', 'b.jsonl'];
    expect(groups.map(({ files, facts }) => [files, facts])).toEqual([
      [both, { provider: 'other', itemIds: 'off', tools: undefined }],
      [both, { provider: 'other', itemIds: 'on', tools: undefined }],
      [both, { provider: 'openai', itemIds: 'off', tools: '[{"name":"x"}]' }],
      [both, { provider: 'other', itemIds: undefined, tools: '[]' }],
      [both, { provider: 'other', itemIds: undefined, tools: undefined }],
      [['b.jsonl'], { provider: 'other', itemIds: 'off', tools: undefined }],
    ]);
    expect(groups[0]?.requests).toEqual([plain, plain]);
  });

  it('tell nothing that the caller says', () => {
    const given = { ...known, given: ['provider', 'itemIds', 'tools'] as const };
    expect(groupRequests([request({ input: [tools] })], given)[0]?.facts).toEqual({
      provider: undefined,
      itemIds: undefined,
      tools: undefined,
    });
  });
});
