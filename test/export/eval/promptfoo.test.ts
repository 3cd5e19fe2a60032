import { describe, expect, it } from 'vitest';
import { promptfoo } from '../../../src/export/eval/promptfoo.js';
import { faultsOf, madeSession, runExport, said, threadId } from '../../support/export-run.js';

describe('promptfoo (formats §2.2)', () => {
  it('names requests by id only, and keeps their bytes beside the tests', () => {
    const session = madeSession([
      { input: [said('user', '{{x}} {% y %}')], answer: [said('assistant', 'Three.')] },
    ]);
    const sink = runExport(promptfoo, [session]);
    const [inference] = session.inferences;
    expect(sink.values('tests.jsonl')).toStrictEqual([
      {
        description: `${threadId}#0 turn`,
        vars: { request_id: `${threadId}-0` },
        metadata: { request_id: `${threadId}#0`, session_id: threadId, at: 0, kind: 'turn' },
      },
    ]);
    expect(sink.text('requests.jsonl')).toBe(
      `{"id":"${threadId}-0","answer":"Three.","request":${Buffer.from(inference?.body ?? []).toString()}}\n`,
    );
    expect(sink.text('promptfooconfig.yaml')).toContain(
      'package:promptmill/promptfoo:ReplayProvider',
    );
  });

  it('checks that ids are there, once, and no templates', () => {
    const lines = [{ vars: { request_id: '{{a}}' } }, { vars: {} }, { id: 'a', request: [] }];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(faultsOf(promptfoo, text).map(({ path }) => path)).toStrictEqual([
      '/vars/request_id',
      '/vars',
      '/request',
    ]);
  });
});
