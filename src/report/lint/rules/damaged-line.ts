/** Lines of the file that can't be read. */

import type { Notice } from '../../../contract/request.js';
import type { Flaw, LintRule } from '../rule.js';

export const damagedLine: LintRule = {
  id: 'damaged-line',
  severity: 'warning',
  title: 'A line cannot be read',
  remedy:
    'Restore the file from a copy; a session that is resumed goes on without what the line held.',
  session: ({ session }) => runsOf(session.notices).map((run) => flawOf(run, session.file)),
};

const damage: ReadonlySet<string> = new Set<Notice['code']>([
  'damaged_line',
  'invalid_utf8_line',
  'truncated_tail',
  'undecodable_line',
]);

/** Lines that follow each other and have the same fault. */
interface Run {
  readonly first: Notice;
  lines: number;
}

function runsOf(notices: readonly Notice[]): readonly Run[] {
  const runs: Run[] = [];
  for (const notice of notices) {
    if (!damage.has(notice.code)) continue;
    const run = runs.at(-1);
    const goesOn =
      run !== undefined &&
      run.first.code === notice.code &&
      run.first.line + run.lines === notice.line;
    if (goesOn) run.lines += 1;
    else runs.push({ first: notice, lines: 1 });
  }
  return runs;
}

function flawOf({ first, lines }: Run, file: string): Flaw {
  const { code, line, found, expected } = first;
  const more = lines === 1 ? '' : `, and so in the next ${String(lines - 1)}`;
  return {
    key: `${code} ${line}`,
    message: `${found} where there should be ${expected}${more}`,
    file,
    line,
  };
}
