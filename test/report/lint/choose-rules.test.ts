import { describe, expect, it } from 'vitest';
import { chooseRules } from '../../../src/report/lint/choose-rules.js';
import { lintRules } from '../../../src/report/lint/rules.js';

const idsOf = (choice: Parameters<typeof chooseRules>[0]): string[] =>
  chooseRules(choice).map(({ id }) => id);

describe('chooseRules', () => {
  it('takes every rule of the least severity and above', () => {
    expect(idsOf({ least: 'note' })).toEqual(lintRules.map(({ id }) => id));
    expect(chooseRules({ least: 'error' }).map(({ severity }) => severity)).toEqual(
      lintRules.flatMap(({ severity }) => (severity === 'error' ? [severity] : [])),
    );
    expect(idsOf({ least: 'warning' })).not.toContain('cut-output');
  });

  it('takes a rule that is named whatever its severity', () => {
    expect(idsOf({ least: 'error', only: ['cut-output'] })).toEqual(['cut-output']);
  });

  it('leaves out what is ignored', () => {
    expect(idsOf({ least: 'warning', ignored: ['wrong-model'] })).not.toContain('wrong-model');
    expect(idsOf({ least: 'note', only: ['cut-output'], ignored: ['cut-output'] })).toEqual([]);
  });
});
