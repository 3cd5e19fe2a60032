import { describe, expect, it } from 'vitest';
import { jsKernel } from '../../src/kernels/js/kernel.js';
import { scanLine } from '../../src/rollout/scan-line.js';
import { userTextOf } from '../../src/rollout/user-text.js';
import { narrow } from '../support/narrow-bytes.js';

const text = (words: string): object => ({ type: 'input_text', text: words });
const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };

function textOf(content: unknown): string {
  const bytes = narrow(Buffer.from(JSON.stringify({ type: 'message', content })), 300);
  const scanner = jsKernel.createScanner();
  expect(scanLine(scanner, bytes, 0, bytes.size)).toBe(true);
  return userTextOf({ bytes, tape: scanner.tape, lineStart: 0 }, 0);
}

describe('the text of a user message', () => {
  it.each([
    ['its texts, joined', [text('one '), text('"two"\n')], 'one "two"\n'],
    ['nothing where there is none', [image], ''],
    ['nothing where the content is no list', 'words', ''],
    [
      'without the tags around an image',
      [text('a'), text('<image name=[1]>'), image, text('</image>'), text('b')],
      'ab',
    ],
    [
      'with tags that stand around something else',
      [text('<image>'), text('</image>'), image],
      '<image></image>',
    ],
    [
      'without parts of other types or forms',
      [{ type: 'output_text', text: 'x' }, { type: 'input_text', text: 1 }, null, text('y')],
      'y',
    ],
  ])('is %s', (_, content, expected) => {
    expect(textOf(content)).toBe(expected);
  });
});
