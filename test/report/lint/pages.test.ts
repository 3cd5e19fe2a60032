// Each rule has its page, and the page says what the rule's row says.

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageSection } from '../../../src/report/lint/rule-page.js';
import { ruleIds } from '../../../src/report/lint/rule-ids.js';
import { lintRules } from '../../../src/report/lint/rules.js';
import { readRulePage } from '../../../src/sources/read-rule-page.js';

const folder = new URL('../../../docs/lint/', import.meta.url);

describe('docs/lint', () => {
  it('has a page for each rule, and no other', () => {
    const pages = readdirSync(folder).filter((name) => name !== 'README.md');
    expect(pages).toEqual(ruleIds.map((id) => `${id}.md`).toSorted());
  });

  it('lists every rule with its severity and title, in order', () => {
    const rows = readRulePage('README')
      .split('\n')
      .filter((line) => line.startsWith('| ['));
    expect(rows).toEqual(
      lintRules.map(({ id, severity, title }) => `| [${id}](${id}.md) | ${severity} | ${title} |`),
    );
  });
});

describe.each(lintRules)('the page of $id', ({ id, severity, title, remedy }) => {
  const page = readRulePage(id);

  it('begins with what the row says', () => {
    expect(page.split('\n').slice(0, 3)).toEqual([
      `# ${id}`,
      '',
      `${title}. Severity: ${severity}.`,
    ]);
  });

  it('has reason, certainty, example and remedy, in that order', () => {
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Why', 'When it fires', 'Example', 'Remedy']);
    for (const heading of headings) expect(pageSection(page, heading ?? '')).not.toBe('');
  });

  it('has the remedy of the findings', () => {
    expect(pageSection(page, 'Remedy').replaceAll('\n', ' ')).toContain(remedy);
  });
});
