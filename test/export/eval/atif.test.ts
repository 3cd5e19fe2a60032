import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord, type JsonRecord } from '../../../src/contract/json-record.js';
import { atif } from '../../../src/export/eval/atif.js';
import {
  called,
  faultsOf,
  type MadeRequest,
  madeSession,
  output,
  runExport,
  said,
  thought,
  threadId,
} from '../../support/export-run.js';
import { madeRequests } from '../../support/made-sessions.js';

const usage = {
  inputTokens: 100,
  cachedInputTokens: 64,
  outputTokens: 20,
  reasoningOutputTokens: 8,
  totalTokens: 120,
};

const opening = [said('user', 'list the sacks')];
const answer = [thought('Look.'), called('c1', '{"bin":1}')];
const outcome = [...opening, ...answer, output('c1', 'three')];
const parting = [said('assistant', 'Three sacks.')];

describe('atif (formats §2.5)', () => {
  it('tells a session once: an answer is one step with its calls, their outputs and the recorded tokens', () => {
    const requests = [
      { input: opening, answer, usage },
      { input: outcome, answer: parting, usage },
    ];
    expect(trajectory(requests)).toStrictEqual({
      schema_version: 'ATIF-v1.7',
      session_id: threadId,
      trajectory_id: threadId,
      agent: { name: 'codex', version: '0.171.0', model_name: 'stone' },
      steps: [
        {
          step_id: 1,
          timestamp: '2026-01-01T00:00:00.000Z',
          source: 'system',
          message: 'Mill.',
        },
        {
          step_id: 2,
          timestamp: '2026-01-01T00:00:00.000Z',
          source: 'user',
          message: 'list the sacks',
        },
        {
          step_id: 3,
          timestamp: '2026-01-01T00:00:00.500Z',
          source: 'agent',
          model_name: 'stone',
          message: '',
          reasoning_content: 'Look.',
          tool_calls: [{ tool_call_id: 'c1', function_name: 'grind', arguments: { bin: 1 } }],
          metrics: {
            prompt_tokens: 100,
            completion_tokens: 20,
            cached_tokens: 64,
            extra: { reasoning_tokens: 8 },
          },
          extra: { request_id: `${threadId}#0`, kind: 'turn' },
          observation: { results: [{ source_call_id: 'c1', content: 'three' }] },
        },
        {
          step_id: 4,
          timestamp: '2026-01-01T00:00:01.500Z',
          source: 'agent',
          model_name: 'stone',
          message: 'Three sacks.',
          metrics: {
            prompt_tokens: 100,
            completion_tokens: 20,
            cached_tokens: 64,
            extra: { reasoning_tokens: 8 },
          },
          extra: { request_id: `${threadId}#1`, kind: 'turn' },
        },
      ],
      final_metrics: {
        total_prompt_tokens: 200,
        total_completion_tokens: 40,
        total_cached_tokens: 128,
        total_steps: 4,
      },
    });
  });

  it('marks as copied what a compaction told again, and not the summary', () => {
    const compacted = [...opening, said('user', 'so far: three sacks')];
    const steps = stepsOf([
      { input: outcome, answer: parting },
      { input: compacted, answer: parting },
    ]);
    expect(
      steps.slice(-4).map(({ message, is_copied_context }) => [message, is_copied_context]),
    ).toStrictEqual([
      ['Mill.', true],
      ['list the sacks', true],
      ['so far: three sacks', undefined],
      ['Three sacks.', undefined],
    ]);
  });

  it('marks as copied what was said before its first request, as a fork takes it over', () => {
    const steps = stepsOf([{ input: [...outcome, said('user', 'and now?')], answer: parting }]);
    expect(steps.map(({ source, is_copied_context }) => [source, is_copied_context])).toStrictEqual(
      [
        ['system', true],
        ['user', true],
        ['agent', true],
        ['user', undefined],
        ['agent', undefined],
      ],
    );
  });

  it('leaves out a session without a request', () => {
    expect(runExport(atif, [madeSession([])]).files.size).toBe(0);
  });

  it('has one step for each answer, and an output with each call that a later request answers', () => {
    fc.assert(
      fc.property(madeRequests, (requests) => {
        const fresh = stepsOf(requests).filter(({ extra }) => isRecord(extra));
        const asked = fresh.map(({ extra }) => (isRecord(extra) ? extra['request_id'] : undefined));
        expect(asked).toStrictEqual(requests.map((_, at) => `${threadId}#${String(at)}`));
        const answered = fresh.filter((_, at) => goesOn(requests, at));
        expect(answered.map(resultCount)).toStrictEqual(answered.map(callCount));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the check of atif', () => {
  it('finds a gap, a member of a user that is the agent’s, an output without its call, and an unknown key', () => {
    const faulty = {
      schema_version: 'ATIF-v1.7',
      agent: { name: 'codex', version: '1' },
      steps: [
        { step_id: 2, source: 'user', message: '', model_name: 'stone' },
        {
          step_id: 2,
          source: 'agent',
          message: '',
          observation: { results: [{ source_call_id: 'c9' }] },
          tool_calls: [{ tool_call_id: 'c1', function_name: 'grind', arguments: '{}' }],
          more: 1,
        },
      ],
    };
    const paths = faultsOf(atif, JSON.stringify(faulty)).map(({ path }) => path);
    expect(paths.toSorted()).toStrictEqual([
      '/steps/0/model_name',
      '/steps/0/step_id',
      '/steps/1/more',
      '/steps/1/observation/results/0/source_call_id',
      '/steps/1/tool_calls/0/arguments',
    ]);
  });
});

/** Whether the request behind one holds what was answered to it. */
function goesOn(requests: readonly MadeRequest[], at: number): boolean {
  return (requests[at + 1]?.input.length ?? 0) > (requests[at]?.input.length ?? 0);
}

function callCount({ tool_calls }: JsonRecord): number {
  return Array.isArray(tool_calls) ? tool_calls.length : 0;
}

function resultCount({ observation }: JsonRecord): number {
  const results = isRecord(observation) ? observation['results'] : undefined;
  return Array.isArray(results) ? results.length : 0;
}

function stepsOf(requests: readonly MadeRequest[]): readonly JsonRecord[] {
  const { steps } = trajectory(requests);
  return Array.isArray(steps) ? steps : [];
}

function trajectory(requests: readonly MadeRequest[]): JsonRecord {
  const sink = runExport(atif, [madeSession(requests)]);
  return JSON.parse(sink.text(`${threadId}.json`));
}
