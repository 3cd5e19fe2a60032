import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pageHtml } from '../../../src/report/html/page-html.js';
import { hostileTexts } from '../../support/hostile-texts.js';
import { emptyPage } from '../../support/page-data.js';

const assets = {
  frame: '<!-- policy --><!-- title --><!-- style --><!-- data --><!-- script -->',
  style: 'p { color: red }',
  script: 'start();',
};

describe('pageHtml', () => {
  it('allows the script and the style of the page by their hashes, and nothing else', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(pageHtml(emptyPage(), assets)).toContain(
      `default-src 'none'; script-src 'sha256-${hash(assets.script)}'; style-src 'sha256-${hash(assets.style)}'; img-src data:;`,
    );
  });

  it.each(hostileTexts)('holds %j as data alone', (text) => {
    const data = emptyPage({ threadId: text, texts: [text] });
    const html = pageHtml(data, assets);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script/g)).toHaveLength(2);
    expect(html).not.toMatch(/<(img|svg)|<!--/i);
    const [, embedded = ''] =
      /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(embedded)).toEqual(data);
  });
});
