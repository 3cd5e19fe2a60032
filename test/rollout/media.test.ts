// What becomes of images and sounds when an item is decoded.

import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { DecodeMode } from '../../src/rollout/decode-item.js';
import { decodeOne, type DecodeSetUp, sentAs } from '../support/decode-one.js';
import { narrow } from '../support/narrow-bytes.js';
import { ownTexts } from '../support/own-texts.js';
import type { Json } from '../support/rollout-lines.js';

const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1').toString('base64');
const pngUrl = `data:image/png;base64,${png}`;
const text = (words: string): Json => ({ type: 'input_text', text: words });
const image = (url: string, detail?: string): Json => ({
  type: 'input_image',
  image_url: url,
  ...(detail === undefined ? {} : { detail }),
});

/** The part that a message's only part is sent as. */
function partAs(part: Json, setUp: DecodeSetUp = {}): unknown {
  const json = sentAs({ type: 'message', role: 'user', content: [part] }, setUp);
  const { content } = JSON.parse(json ?? '{}') as { content?: unknown[] };
  expect(content).toHaveLength(1);
  return content?.[0];
}

describe('an image', () => {
  it.each([
    ['of PNG data', pngUrl],
    ['of JPEG data', `data:image/jpeg;base64,${Buffer.from('\xff\xd8\xff\xe0', 'latin1').toString('base64')}`],
    ['of GIF data', `data:image/gif;base64,${Buffer.from('GIF89a', 'latin1').toString('base64')}`],
    ['of WebP data', `data:image/webp;base64,${Buffer.from('RIFF....WEBPVP8 ', 'latin1').toString('base64')}`],
    ['that is no data and no web address', 'attachment:7'],
    ['of an empty address', ''],
  ])('%s is sent as it is, whatever its detail', (_, url) => {
    for (const detail of [undefined, 'auto', 'high', 'original']) {
      const message = { type: 'message', role: 'user', content: [image(url, detail)] };
      expect(decodeOne(message)).toMatchObject({ json: JSON.stringify(message), pieces: 1 });
    }
  });

  it.each([
    ['on the web', image('https://example.org/a.png'), 'media.remote-image'],
    ['on the plain web', image('http://example.org/a.png', 'high'), 'media.remote-image'],
    ['on the web in capitals', image('HTTPS://EXAMPLE.ORG/A.PNG'), 'media.remote-image'],
    ['on the web with low detail', image('https://example.org/a.png', 'low'), 'media.remote-image'],
    ['with low detail', image(pngUrl, 'low'), 'media.detail-low'],
    ['of no data with low detail', image('attachment:7', 'low'), 'media.detail-low'],
    ['of other data', image('data:image/png;base64,AAAA'), 'media.unprocessable-image'],
    ['of no base64', image('data:image/png,abc'), 'media.unprocessable-image'],
    ['of no data at all', image('data:'), 'media.unprocessable-image'],
  ] as const)('%s is replaced by a text', (_, part, id) => {
    for (const rules of ['0.145', '0.171'] as const) {
      expect(partAs(part, { rules })).toEqual(text(ownTexts[id]));
    }
  });

  it('is judged by its first bytes, however long and wherever the window ends', () => {
    const url = `data:image/png;base64,${Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(90_000)]).toString('base64')}`;
    const message = { type: 'message', role: 'user', content: [image(url)] };
    const source = (bytes: Uint8Array) => narrow(bytes, 64 * 1024);
    expect(sentAs(message, { source })).toBe(JSON.stringify(message));
  });

  it('is replaced for a model that takes none, unless something else is wrong with it', () => {
    const mode = DecodeMode.noImages;
    expect(partAs(image(pngUrl), { mode })).toEqual(text(ownTexts['media.no-image-input']));
    expect(partAs(image('attachment:7', 'high'), { mode })).toEqual(text(ownTexts['media.no-image-input']));
    expect(partAs(image('https://example.org'), { mode })).toEqual(text(ownTexts['media.remote-image']));
    expect(partAs(text('<image name=[Image #1]>'), { mode })).toEqual(text('<image name=[Image #1]>'));
  });

  it('loses its detail for a lite model', () => {
    expect(partAs(image(pngUrl, 'high'), { mode: DecodeMode.noDetail })).toEqual(image(pngUrl));
  });

  it('is treated alike in tool outputs, where its neighbours stay', () => {
    const output = [text('a'), image('https://example.org/a.png'), image(pngUrl), text('b')];
    const item = { type: 'function_call_output', call_id: 'c', output };
    const expected = [text('a'), text(ownTexts['media.remote-image']), image(pngUrl), text('b')];
    expect(sentAs(item)).toBe(JSON.stringify({ ...item, output: expected }));
    const custom = { ...item, type: 'custom_tool_call_output' };
    expect(sentAs(custom, { mode: DecodeMode.noImages })).toBe(
      JSON.stringify({
        ...custom,
        output: [text('a'), text(ownTexts['media.remote-image']), text(ownTexts['media.no-image-input']), text('b')],
      }),
    );
  });

  it('leaves a flag on its item even where it is replaced', () => {
    const message = { type: 'message', role: 'narrator', content: [image('https://example.org')] };
    expect(decodeOne(message)?.flags).toEqual(['image']);
  });
});

describe('a generated image', () => {
  const item = { type: 'image_generation_call', status: 'completed', revised_prompt: 'p', result: png };

  it('is sent, but emptied for a model that takes no images', () => {
    expect(sentAs(item)).toBe(JSON.stringify(item));
    expect(sentAs(item, { mode: DecodeMode.noImages })).toBe(JSON.stringify({ ...item, result: '' }));
  });
});

describe('a sound', () => {
  const sound = { type: 'input_audio', audio_url: 'data:audio/wav;base64,AAAA' };

  it('is sent, but replaced for a model that takes none', () => {
    expect(partAs(sound)).toEqual(sound);
    expect(partAs(sound, { mode: DecodeMode.noImages })).toEqual(sound);
    expect(partAs(sound, { mode: DecodeMode.noAudio })).toEqual(text(ownTexts['media.no-audio-input']));
  });
});

describe('where each content part comes from', () => {
  const passthrough = {
    turn_id: 't',
    content_item_kinds: ['user.text'],
    content_item_metadata: [{ provenance: { type: 'user' } }],
    create_time: 1785852000.5,
  };
  const item = { type: 'message', role: 'user', content: [text('a')], internal_chat_message_metadata_passthrough: passthrough };
  const setUp = { rules: '0.171', sendsMetadata: true } as const;

  it('is left out where only lite models are told, wherever it stands in the metadata', () => {
    const { content_item_metadata: parts, ...rest } = passthrough;
    const expected = JSON.stringify({ ...item, internal_chat_message_metadata_passthrough: rest });
    for (const recorded of [passthrough, { content_item_metadata: parts, ...rest }, { ...rest, content_item_metadata: parts }]) {
      const whole = { ...item, internal_chat_message_metadata_passthrough: recorded };
      expect(sentAs(whole, setUp)).toBe(JSON.stringify(whole));
      expect(sentAs(whole, { ...setUp, mode: DecodeMode.noPartMetadata })).toBe(expected);
    }
    const alone = { ...item, internal_chat_message_metadata_passthrough: { content_item_metadata: parts } };
    expect(sentAs(alone, { ...setUp, mode: DecodeMode.noPartMetadata })).toBe(
      JSON.stringify({ ...item, internal_chat_message_metadata_passthrough: { content_item_kinds: ['unknown'] } }),
    );
  });
});
