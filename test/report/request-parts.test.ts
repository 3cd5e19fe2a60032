import { describe, expect, it } from 'vitest';
import { itemParts, partsOf } from '../../src/report/request-parts.js';

describe('the parts of a request', () => {
  it('are its fields, the content of its messages, and its other items', () => {
    const request = {
      model: 'stone',
      instructions: 'Grind slowly.',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Grind.' }] },
        { type: 'function_call', name: 'grind', arguments: '{}', call_id: 'c1' },
      ],
    };
    expect(partsOf(request).map(({ path, name, text }) => [path, name, text])).toEqual([
      ['/model', 'model', 'stone'],
      ['/instructions', 'base_instructions', 'Grind slowly.'],
      ['/input/0/content/0', 'user message', 'Grind.'],
      ['/input/1', 'function_call', 'grind\n{}'],
    ]);
  });

  it('tell images and what is sealed by a digest, and not as text', () => {
    const sealed = 'x'.repeat(4000);
    const [compaction] = itemParts({ type: 'compaction', encrypted_content: sealed }, '/input/0');
    expect(compaction?.text).toContain('[sealed, 4000 characters, sha256 ');
    expect(compaction?.text.length).toBeLessThan(120);
    expect(compaction?.json).toContain(sealed);
    const image = { type: 'input_image', image_url: `data:image/png;base64,${sealed}` };
    const [shown] = itemParts({ type: 'message', role: 'user', content: [image] }, '/input/1');
    expect(shown?.text).toMatch(/^\[image image\/png, 4022 characters, sha256 [0-9a-f]{12}\]$/);
  });

  it('keep a label with its own part', () => {
    const message = (labels: readonly string[]) => ({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'Grind.' }],
      internal_chat_message_metadata_passthrough: { content_item_kinds: labels },
    });
    const [one] = itemParts(message(['user.text', 'other']), '/input/0');
    const [other] = itemParts(message(['user.text']), '/input/0');
    expect(one?.json).toBe(other?.json);
  });
});
