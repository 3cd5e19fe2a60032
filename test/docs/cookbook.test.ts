// The cookbook: every job is told by commands whose whole output is shown. commands.test.ts runs them.

import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../scripts/console-blocks.mjs';
import { readPage } from './pages.js';

const cookbook = readPage('docs/cookbook.md');
const jobs = cookbook.split(/^## /m).slice(1);

describe('docs/cookbook.md', () => {
  it('has ten jobs or more, each with a command', () => {
    expect(jobs.length).toBeGreaterThanOrEqual(10);
    const without = jobs.filter((job) => readBlocks(job, 'console').length === 0);
    expect(without).toEqual([]);
  });

  it('leaves nothing out of what a command prints', () => {
    const shown = readBlocks(cookbook, 'console').flatMap(({ rows }) => rows);
    expect(shown.filter((row) => row.includes('…'))).toEqual([]);
  });
});
