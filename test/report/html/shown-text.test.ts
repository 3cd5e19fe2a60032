import { describe, expect, it } from 'vitest';
import { shownText } from '../../../src/report/html/shown-text.js';

describe('shownText', () => {
  it.each([
    ['a field that is a text', 'stone', 'stone'],
    ['a field that is none', true, 'true'],
    ['a content part', { type: 'input_text', text: 'Grind.' }, 'Grind.'],
    ['a call, without its name', { name: 'shell', arguments: '{"a":1}' }, '{"a":1}'],
    ['an output', { output: 'flour', call_id: 'c' }, 'flour'],
    ['a picture', { image_url: 'data:image/png;base64,AA' }, 'data:image/png;base64,AA'],
    ['anything else, as JSON', { type: 'x' }, '{\n  "type": "x"\n}'],
  ])('shows of %s what is read', (_, value, text) => {
    expect(shownText('', value)).toBe(text);
  });

  it('shows what is read of an item whose texts lie deeper', () => {
    const item = { type: 'reasoning', summary: [{ text: 'Think.' }] };
    expect(shownText('Think.', item)).toBe('Think.');
  });
});
