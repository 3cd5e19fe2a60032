import { describe, expect, it } from 'vitest';
import { weighSections } from '../../../../src/report/html/page/weigh-sections.js';
import { placedPart } from '../../../support/page-data.js';

const user = { id: 'user_message', label: 'user message', family: 'user' } as const;
const output = { id: 'tool_output', label: 'tool output', family: 'output' } as const;
const protocol = { id: 'protocol', label: 'keys', family: 'structure' } as const;
const source = (kind: string) => ({ kind, detail: '' });

describe('weighSections', () => {
  it('sums up sections, the heaviest first, with what lies between the parts', () => {
    const parts = [
      placedPart({ section: user, bytes: 10, tokens: 2, source: source('recorded') }),
      placedPart({ section: output, bytes: 50, tokens: 9, source: source('recorded') }),
      placedPart({ section: output, bytes: 70, tokens: 11, source: source('derived') }),
    ];
    expect(weighSections(parts, { section: protocol, bytes: 30 })).toEqual([
      { section: output, bytes: 120, tokens: 20, parts: 2, source: 'derived' },
      { section: protocol, bytes: 30, tokens: 0, parts: 0, source: 'protocol' },
      { section: user, bytes: 10, tokens: 2, parts: 1, source: 'recorded' },
    ]);
  });
});
