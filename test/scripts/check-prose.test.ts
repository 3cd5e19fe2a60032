import { describe, expect, it } from 'vitest';
import { collectRuns, findCopies } from '../../scripts/check-prose.mjs';

const recorded =
  'Whenever the river rises above the old stone bridge, the miller closes both gates and waits.';

function copiesIn(text: string): string[] {
  return findCopies([{ path: 'src/texts.ts', text }], collectRuns([recorded]));
}

describe('check-prose', () => {
  it('finds a copied sentence and says where', () => {
    expect(copiesIn(`\nconst text = '${recorded}';\n`)).toEqual([
      'src/texts.ts:2: prose of a recording: "whenever the river rises above the old stone bridge the …"',
    ]);
  });

  it('finds it through other line breaks, escapes and capitals', () => {
    expect(copiesIn(recorded.toUpperCase().replaceAll(' ', '\n'))).toHaveLength(1);
    expect(copiesIn(recorded.replaceAll(' ', String.raw`\n`))).toHaveLength(1);
  });

  it('lets a few equal words pass', () => {
    expect(copiesIn('The river rises above the old stone bridge every spring.')).toEqual([]);
  });

  it('does not count format as prose', () => {
    const format = '<cwd>/home/dev</cwd> a <shell>b</shell> c d_e f=g <x> h i j k l m';
    expect(findCopies([{ path: 'a.ts', text: format }], collectRuns([format]))).toEqual([]);
  });
});
