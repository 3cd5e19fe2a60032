import { describe, expect, it } from 'vitest';
import type { ExplainedPart } from '../../../src/report/explain/explanation.js';
import { allRows, foldedRows, type Row } from '../../../src/report/explain/fold-parts.js';
import { explainedPart } from './explained.js';

const none = { added: new Set<string>() };

/** Items of these groups, in order. */
function items(...groups: readonly string[]): readonly ExplainedPart[] {
  return groups.map((group, number) =>
    explainedPart({ group, path: `/input/${String(number)}`, kind: 'item' }),
  );
}

function times(count: number, ...groups: readonly string[]): readonly string[] {
  return Array.from({ length: count }, () => groups).flat();
}

function told(rows: readonly Row[]): readonly string[] {
  return rows.map((row) =>
    row.kind === 'fold' ? `${String(row.parts.length)} folded` : row.part.group,
  );
}

describe('the rows of a table of parts', () => {
  it('have runs of ordinary history as one, and all else as it is', () => {
    const parts = items(
      'permissions',
      'user_message',
      ...times(3, 'tool_call', 'tool_output'),
      'user_message',
    );
    expect(told(foldedRows(parts, none))).toEqual([
      'permissions',
      'user_message',
      '6 folded',
      'user_message',
    ]);
  });

  it('leave short runs as they are', () => {
    const parts = items('user_message', 'reasoning', 'answer');
    expect(told(foldedRows(parts, none))).toEqual(['user_message', 'reasoning', 'answer']);
  });

  it('show what is new', () => {
    const parts = items(...times(5, 'tool_call'));
    expect(told(foldedRows(parts, { added: new Set(['/input/4']) }))).toEqual([
      '4 folded',
      'tool_call',
    ]);
  });

  it('are bounded however long the history is, and every part is in one of them', () => {
    const parts = items(...times(500, 'user_message', ...times(4, 'tool_call')));
    const rows = foldedRows(parts, none);
    expect(rows.length).toBeLessThan(70);
    const shown = rows.flatMap((row) => (row.kind === 'fold' ? row.parts : [row.part]));
    expect(shown).toEqual(parts);
  });

  it('have what is inside a part behind it, where that is more than one', () => {
    const inside = items('permissions', 'skills');
    const [outer] = items('developer_message');
    const [other] = items('user_message');
    const parts = [outer, other].flatMap((part, number) =>
      part === undefined ? [] : [{ ...part, parts: inside.slice(0, 2 - number) }],
    );
    expect(told(allRows(parts))).toEqual([
      'developer_message',
      'permissions',
      'skills',
      'user_message',
    ]);
  });
});
