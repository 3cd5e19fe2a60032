import { describe, expect, it } from 'vitest';
import { ruleIds } from '../../../src/report/lint/rule-ids.js';
import { lintRules } from '../../../src/report/lint/rules.js';
import { lintFixtures } from '../../support/lint-fixtures.js';
import { lintLines } from '../../support/lint-lines.js';
import { threadId } from '../../support/rollout-lines.js';

describe('the rules of lint', () => {
  it('are one for each id, in order', () => {
    expect(lintRules.map(({ id }) => id)).toEqual(ruleIds);
  });

  it('each look at something', () => {
    const looks = lintRules.map(({ item, request, session }) => item ?? request ?? session);
    expect(looks).not.toContain(undefined);
  });
});

describe.each(lintRules)('$id', (rule) => {
  const { fires, found, twin } = lintFixtures[rule.id];

  it('tells where and what, once', () => {
    const findings = lintLines(fires, { lintRules: [rule] });
    expect(findings).toEqual([
      {
        rule: rule.id,
        severity: rule.severity,
        remedy: rule.remedy,
        threadId,
        file: 'rollout.jsonl',
        key: expect.any(String),
        ...found,
      },
    ]);
  });

  it('is silent on the twin', () => {
    expect(lintLines(twin, { lintRules: [rule] })).toEqual([]);
  });
});
