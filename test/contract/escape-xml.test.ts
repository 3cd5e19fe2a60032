import { expect, it } from 'vitest';
import { escapeXml } from '../../src/contract/escape-xml.js';

it('escapes what has a meaning in elements and attributes, and nothing else', () => {
  expect(escapeXml(`a&b<c>"d" 'e'\n\t&amp;`)).toBe(
    'a&amp;b&lt;c&gt;&quot;d&quot; &apos;e&apos;\n\t&amp;amp;',
  );
});
