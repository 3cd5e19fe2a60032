import { describe, expect, it } from 'vitest';
import type { LintRule } from '../../../src/report/lint/rule.js';
import { lintRules } from '../../../src/report/lint/rules.js';
import { lintLines } from '../../support/lint-lines.js';
import {
  call,
  item,
  type Line,
  meta,
  output,
  rolledBack,
  turn,
} from '../../support/rollout-lines.js';

const bad = [item(call('c1', 'two words')), item(output('c1', 'done'))];
const session: readonly Line[] = [
  meta(),
  ...turn('t1', 'Grind.', 'Ground.'),
  ...bad,
  ...turn('t2', 'Sift.', 'Sifted.'),
  ...turn('t3', 'Pack.', 'Packed.'),
  rolledBack(2),
  ...turn('t4', 'Stop.', 'Stopped.'),
];

const named = (id: string): readonly LintRule[] => lintRules.filter((rule) => rule.id === id);

describe('lintSession', () => {
  it('tells a flaw once, with the requests that show it', () => {
    const [finding, ...others] = lintLines(session, { lintRules: named('refused-name') });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      line: 9,
      path: '/input/2/name',
      requests: { first: 1, last: 3, count: 3 },
    });
  });

  it('looks at each item once, whichever requests hold it', () => {
    let looks = 0;
    const counting: LintRule = {
      id: 'cut-output',
      severity: 'note',
      title: '',
      remedy: '',
      item: () => {
        looks += 1;
        return [];
      },
    };
    lintLines(session, { lintRules: [counting] });
    // Four prompts, two answers that were not taken back, a call and its output.
    expect(looks).toBe(8);
  });

  it('gives findings in the order of the lines', () => {
    const lines = [...session, '{"torn', ...bad.slice(1)];
    const found = lintLines(lines).map(({ rule, line }) => [line, rule]);
    expect(found).toEqual([
      [9, 'refused-name'],
      [33, 'damaged-line'],
    ]);
  });

  it('looks only at the requests that are asked for', () => {
    const last = lintLines(session, { at: { kind: 'last' }, lintRules: named('refused-name') });
    expect(last).toMatchObject([
      { path: '/input/2/name', requests: { first: 3, last: 3, count: 1 } },
    ]);
  });
});
