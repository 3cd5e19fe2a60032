import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/report/lint/lint-session.js';
import { fileText, totalsText } from '../../../src/report/lint/lint-text.js';
import { LintTotals } from '../../../src/report/lint/lint-totals.js';

const finding: Finding = {
  rule: 'cut-output',
  severity: 'note',
  message: '12 bytes of this output are recorded and not sent',
  remedy: 'Print less.',
  threadId: 't',
  file: 'a.jsonl',
  line: 7,
  path: '/input/2',
  bytes: 12,
  requests: { first: 1, last: 4, count: 3 },
  key: 'k',
};
const inFile: Finding = {
  rule: 'mixed-ordinals',
  severity: 'warning',
  message: '1 of 9 records have no ordinal; here it changes',
  remedy: 'One release.',
  threadId: 't',
  file: 'a.jsonl',
  line: 120,
  key: 'k',
};

function totalsOf(findings: readonly Finding[]): LintTotals {
  const totals = new LintTotals();
  totals.add({ kind: 'linted', file: 'a.jsonl', findings });
  totals.add({ kind: 'linted', file: 'b.jsonl', findings: [] });
  return totals;
}

describe('fileText', () => {
  it('is nothing where nothing was found', () => {
    expect(fileText('a.jsonl', [])).toBe('');
  });

  it('has the findings of a file in columns, with what they point at below', () => {
    expect(fileText('a.jsonl', [finding, inFile])).toBe(
      [
        'a.jsonl',
        '    7  note     cut-output      12 bytes of this output are recorded and not sent',
        '                                /input/2 in requests 1 to 4, 3 of them',
        '  120  warning  mixed-ordinals  1 of 9 records have no ordinal; here it changes',
        '',
        '',
      ].join('\n'),
    );
  });

  it('names the parent whose line it is', () => {
    const text = fileText('child.jsonl', [
      { ...finding, requests: { first: 1, last: 1, count: 1 } },
    ]);
    expect(text).toContain('in a.jsonl /input/2 in request 1\n');
  });
});

describe('totalsText', () => {
  it('has what to do about each rule, and the counts', () => {
    expect(totalsText(totalsOf([finding, inFile]))).toMatch(
      /^cut-output: A tool output was cut \(1\)\n {2}\S.*\nmixed-ordinals: .* \(1\)\n {2}.*\n\n0 errors, 1 warning, 1 note in 1 of 2 sessions\n$/,
    );
  });

  it('says so when nothing was found', () => {
    expect(totalsText(totalsOf([]))).toBe('nothing found in 2 sessions\n');
  });

  it('counts files that could not be read', () => {
    const totals = totalsOf([]);
    totals.add({ kind: 'failed', file: 'c', error: { code: 'input_not_found', message: '' } });
    expect(totalsText(totals)).toBe('nothing found in 2 sessions; 1 file could not be read\n');
  });
});
