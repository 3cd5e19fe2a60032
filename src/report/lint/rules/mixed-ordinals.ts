/** A file in which some records have an ordinal and some have none. */

import type { LintRule } from '../rule.js';

export const mixedOrdinals: LintRule = {
  id: 'mixed-ordinals',
  severity: 'warning',
  title: 'Only some records have an ordinal',
  remedy:
    'Resume the session with one release of Codex: an older one writes no ordinals, and a newer one may refuse the file.',
  session: ({ session, recorded: { ordinals } }) => {
    const without = ordinals.filter(({ ordinal }) => ordinal === undefined);
    if (without.length === 0 || without.length === ordinals.length) return [];
    const isFirstNumbered = ordinals[0]?.ordinal !== undefined;
    const odd = ordinals.find(({ ordinal }) => (ordinal !== undefined) !== isFirstNumbered);
    return [
      {
        key: 'mixed',
        message: `${without.length} of ${ordinals.length} records have no ordinal; here it changes`,
        file: session.file,
        line: odd?.line ?? 1,
      },
    ];
  },
};
