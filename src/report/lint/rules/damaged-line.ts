/** Lines of the file that can't be read. */

import type { Notice } from '../../../contract/request.js';
import type { LintRule } from '../rule.js';

export const damagedLine: LintRule = {
  id: 'damaged-line',
  severity: 'warning',
  title: 'A line can not be read',
  remedy:
    'Restore the file from a copy; a session that is resumed goes on without what the line held.',
  session: ({ session }) =>
    session.notices
      .filter(({ code }) => damage.has(code))
      .map(({ code, line, found, expected }) => ({
        key: `${code} ${String(line)}`,
        message: `${found} where there should be ${expected}`,
        file: session.file,
        line,
      })),
};

const damage: ReadonlySet<string> = new Set<Notice['code']>([
  'damaged_line',
  'invalid_utf8_line',
  'truncated_tail',
  'undecodable_line',
]);
