import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { StatsCollector } from '../../../src/report/stats/corpus-stats.js';
import { statsJson } from '../../../src/report/stats/stats-json.js';
import { statsPlots } from '../../../src/report/stats/stats-plots.js';
import { createTokenCounter } from '../../../src/tokens/counter.js';
import { createTracer } from '../../../src/trace-sessions.js';

const counter = await createTokenCounter('bytes/4');

async function statsOf(files: readonly string[]): Promise<StatsCollector> {
  const collector = new StatsCollector(counter);
  const tracer = createTracer();
  for (const file of files) {
    const opened = await tracer.open(file);
    collector.addSession(opened);
    opened.close();
  }
  return collector;
}

const images = globSync('scripts/demo/sessions/images/*').toSorted();
const plain = globSync('scripts/demo/sessions/plain-turns/*').toSorted();

describe('StatsCollector', () => {
  it('has sections whose tokens are those of the prompts', async () => {
    const { stats } = await statsOf([...images, ...plain]);
    const tokens = Object.values(stats.sections).reduce((sum, section) => sum + section.tokens, 0);
    expect(tokens).toBe(stats.requests.prompt.tokens);
    expect(stats.sessions).toBe(images.length + plain.length);
    expect(Object.keys(stats.sections)).toEqual(
      expect.arrayContaining(['base_instructions', 'permissions', 'agents_md', 'user message']),
    );
  });

  it('counts images each time they are sent, and once', async () => {
    const { stats } = await statsOf(images);
    expect(stats.images.sent).toBeGreaterThan(stats.images.distinct);
    expect(stats.images.distinct).toBeGreaterThan(0);
  });

  it('finds everything shared when a corpus holds a session twice', async () => {
    const once = (await statsOf(plain)).stats;
    const twice = (await statsOf([...plain, ...plain])).stats;
    const requests = Object.values(once.inferences).reduce((sum, count) => sum + count, 0);
    expect(twice.duplicates.requests - once.duplicates.requests).toBe(requests);
    expect(twice.prefix.corpus.tokens).toBe(
      once.prefix.corpus.tokens + once.requests.prompt.tokens,
    );
    expect(twice.prefix.session.tokens).toBe(2 * once.prefix.session.tokens);
  });

  it('writes shares beside the counts, and plots that are whole documents', async () => {
    const { stats } = await statsOf(plain);
    const json: unknown = JSON.parse(statsJson(stats, []));
    expect(json).toHaveProperty(
      ['prefix', 'corpus', 'tokenShare'],
      stats.prefix.corpus.tokens / stats.requests.prompt.tokens,
    );
    const plots = [...statsPlots(stats)];
    expect(plots.map(([name]) => name)).toEqual([
      'tokens-by-section.svg',
      'requests-by-size.svg',
      'prefix-sharing.svg',
    ]);
    for (const [, svg] of plots) expect(svg).toMatch(/^<svg [^]*<\/svg>\n$/);
  });
});
