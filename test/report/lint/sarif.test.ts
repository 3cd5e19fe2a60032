import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { LintedFile } from '../../../src/report/lint/lint-files.js';
import { lintRules } from '../../../src/report/lint/rules.js';
import { sarifText } from '../../../src/report/lint/sarif.js';
import { readRulePage } from '../../../src/sources/read-rule-page.js';
import { lintFixtures } from '../../support/lint-fixtures.js';
import { lintLines } from '../../support/lint-lines.js';
import { sarifShape } from '../../support/sarif-shape.js';

const findings = lintRules.flatMap(({ id }) => lintLines(lintFixtures[id].fires));
const files: readonly LintedFile[] = [
  { kind: 'linted', file: 'rollout.jsonl', findings },
  {
    kind: 'failed',
    file: 'gone.jsonl',
    error: { code: 'input_not_found', message: 'there is no such file', file: 'gone.jsonl' },
  },
];

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly Readonly<Record<string, unknown>>[];
  }[];
}

function logOf(linted: readonly LintedFile[]): Log {
  const options = { files: linted, rules: lintRules, toolVersion: '1.2.3', pageOf: readRulePage };
  return JSON.parse(sarifText(options)) as Log;
}

function uriOf(file: string): unknown {
  const [one] = findings;
  if (one === undefined) throw new Error('nothing was found');
  const log = logOf([{ kind: 'linted', file, findings: [{ ...one, file }] }]);
  return log.runs[0]?.results[0]?.['locations'];
}

describe('sarifText', () => {
  it('has the shape that SARIF 2.1.0 asks for', () => {
    const validate = new Ajv({ allErrors: true }).compile(sarifShape);
    validate(logOf(files));
    expect(validate.errors).toBeNull();
  });

  it('has a result for each finding, which points at its rule', () => {
    const { tool, results } = logOf(files).runs[0] ?? {};
    expect(results).toHaveLength(findings.length);
    for (const { ruleId, ruleIndex } of results ?? []) {
      expect(tool?.driver.rules[Number(ruleIndex)]?.id).toBe(ruleId);
    }
  });

  it('says what a finding says', () => {
    const [finding] = lintLines(lintFixtures['refused-name'].fires);
    const log = logOf([
      { kind: 'linted', file: 'rollout.jsonl', findings: finding ? [finding] : [] },
    ]);
    expect(log.runs[0]?.results).toEqual([
      {
        ruleId: 'refused-name',
        ruleIndex: lintRules.findIndex(({ id }) => id === 'refused-name'),
        level: 'error',
        message: { text: finding?.message },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'rollout.jsonl' },
              region: { startLine: 6 },
            },
            logicalLocations: [{ fullyQualifiedName: '/input/1/name' }],
          },
        ],
        partialFingerprints: { 'promptmillFinding/v1': expect.stringMatching(/^[0-9a-f]{32}$/) },
        properties: { threadId: finding?.threadId, requests: { first: 1, last: 1, count: 1 } },
      },
    ]);
  });

  it.each([
    ['a b/ü.jsonl', 'a%20b/%C3%BC.jsonl'],
    ['/mill/a b.jsonl', 'file:///mill/a%20b.jsonl'],
  ])('writes %s as the URI %s', (file, uri) => {
    expect(uriOf(file)).toMatchObject([{ physicalLocation: { artifactLocation: { uri } } }]);
  });

  it('has one fingerprint for a flaw before and after the session went on', () => {
    const { fires } = lintFixtures['call-without-output'];
    const print = (lines: typeof fires): unknown =>
      logOf([{ kind: 'linted', file: 'x', findings: lintLines(lines) }]).runs[0]?.results[0]?.[
        'partialFingerprints'
      ];
    expect(print([...fires, ...fires.slice(1, 5)])).toEqual(print(fires));
  });
});
