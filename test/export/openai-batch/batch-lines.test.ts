import { describe, expect, it } from 'vitest';
import { BatchLines } from '../../../src/export/openai-batch/batch-lines.js';
import { KeptExport, madeInference } from '../../support/made-inference.js';

function parts(limits: { bytes: number; lines: number }, models: readonly string[]) {
  const kept = new KeptExport();
  const lines = new BatchLines('/v1/responses', limits, kept);
  for (const [at, model] of models.entries()) {
    lines.add(madeInference({}, { at }), { model, body: Buffer.from('{}') });
  }
  return kept;
}

describe('lines of a batch', () => {
  it('name the request, the endpoint and the body', () => {
    const { files, facts, places } = parts({ bytes: 1000, lines: 10 }, ['a']);
    expect(files).toEqual({
      'part-00000.jsonl':
        '{"custom_id":"thread-0","method":"POST","url":"/v1/responses","body":{}}\n',
    });
    expect(facts).toEqual({ 'part-00000.jsonl': { endpoint: '/v1/responses', model: 'a' } });
    expect(places).toEqual([
      {
        file: 'part-00000.jsonl',
        record: 1,
        id: 'thread-0',
        request: 'thread#0',
        source: { file: 'rollout.jsonl', line: 2 },
      },
    ]);
  });

  it.each([
    ['lines', { bytes: 1000, lines: 2 }],
    // A line is 72 bytes, and its end is one more.
    ['bytes, the line ends counted', { bytes: 146, lines: 10 }],
  ])('go into the next part when one is full of %s', (_what, limits) => {
    const { files } = parts(limits, ['a', 'a', 'a', 'a', 'a']);
    expect(Object.values(files).map((text) => text.split('\n').length - 1)).toEqual([2, 2, 1]);
    for (const text of Object.values(files)) expect(text.length).toBeLessThanOrEqual(limits.bytes);
  });

  it('go into a part of their model', () => {
    const { places, facts } = parts({ bytes: 1000, lines: 2 }, ['a', 'b', 'a', 'a', 'b']);
    expect(places.map(({ file, record }) => `${file}:${String(record)}`)).toEqual([
      'part-00000.jsonl:1',
      'part-00001.jsonl:1',
      'part-00000.jsonl:2',
      'part-00002.jsonl:1',
      'part-00001.jsonl:2',
    ]);
    expect(Object.values(facts).map(({ model }) => model)).toEqual(['a', 'b', 'a']);
  });
});
