import { describe, expect, it } from 'vitest';
import { estimateItem, tokensOf } from '../../src/assemble/estimate-tokens.js';
import { item, type Json, message, meta, output } from '../support/rollout-lines.js';
import { sourceOf } from '../support/source-of.js';

function estimate(payload: Json): number {
  const source = sourceOf([meta(), item(payload)]);
  return estimateItem(source, source.item(1));
}

const bytesOf = (payload: Json): number => Buffer.byteLength(JSON.stringify(payload));

describe('tokensOf', () => {
  it('counts a token for every four bytes begun', () => {
    expect([0, 1, 4, 5, 400].map(tokensOf)).toEqual([0, 1, 1, 2, 100]);
  });
});

describe('estimateItem', () => {
  it.each([
    message('user', 'Grind this, and é as well.'),
    {
      ...message('assistant', 'x'),
      id: 'msg_1',
      internal_chat_message_metadata_passthrough: { turn_id: 't' },
    },
    output('c', 'o'.repeat(300)),
    { type: 'reasoning', summary: [], content: null, encrypted_content: null },
  ])('counts an item as it was recorded, with id and metadata', (payload) => {
    expect(estimate(payload)).toBe(tokensOf(bytesOf(payload)));
  });

  it('counts what is sealed by what it may hold', () => {
    const sealed = (type: string, length: number): number =>
      estimate({ type, summary: [], encrypted_content: 'e'.repeat(length) });
    for (const type of ['reasoning', 'compaction', 'context_compaction']) {
      expect(sealed(type, 4000)).toBe(tokensOf(3000 - 650));
      expect(sealed(type, 5)).toBe(0);
      expect(sealed(type, 0)).toBe(0);
    }
  });

  it('counts an inline image by a fixed measure', () => {
    const withImage = (url: string): Json => ({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_image', image_url: url }],
    });
    const bare = bytesOf(withImage('data:image/png;base64,'));
    const short = Buffer.from('\x89PNG\r\n\x1a\n IEND..', 'latin1').toString('base64');
    expect(estimate(withImage(`data:image/png;base64,${short}`))).toBe(tokensOf(bare + 7373));
    const long = Buffer.from(`\x89PNG\r\n\x1a\n${'x'.repeat(50_000)}IEND..`, 'latin1').toString(
      'base64',
    );
    expect(estimate(withImage(`data:image/png;base64,${long}`))).toBe(tokensOf(bare + 7373));
    expect(estimate(withImage('attached:1'))).toBe(tokensOf(bytesOf(withImage('attached:1'))));
  });

  it('counts an output that was cut as it was cut', () => {
    const cut = output('c', `${'x'.repeat(6000)}…38000 chars truncated…${'x'.repeat(6000)}`);
    expect(estimate(output('c', 'x'.repeat(50_000)))).toBe(tokensOf(bytesOf(cut)));
  });
});
