// What becomes of images and sounds when an item is decoded.

import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { DecodeMode } from '../../src/rollout/decode-mode.js';
import { decodeOne, type DecodeSetUp, sentAs } from '../support/decode-one.js';
import { ownTexts } from '../support/own-texts.js';
import type { Json } from '../support/rollout-lines.js';

const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest IEND..', 'latin1').toString('base64');
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
    ['of data', pngUrl],
    ['that is no data and no web address', 'attachment:7'],
    ['of an empty address', ''],
  ])('%s is sent as it is, whatever its detail', (_, url) => {
    for (const detail of [undefined, 'auto', 'high', 'original']) {
      const message = { type: 'message', role: 'user', content: [image(url, detail)] };
      expect(decodeOne(message)).toMatchObject({ json: JSON.stringify(message), pieces: 1 });
    }
  });

  it.each([
    ['on the web', image('https://example.org/a.png', 'high'), 'media.remote-image'],
    ['with low detail', image(pngUrl, 'low'), 'media.detail-low'],
    ['that is broken', image('data:image/png;base64,AAAA'), 'media.unprocessable-image'],
  ] as const)('%s is replaced by a text', (_, part, id) => {
    for (const rules of ['0.145', '0.171'] as const) {
      for (const mode of [0, DecodeMode.base]) {
        expect(partAs(part, { rules, mode })).toEqual(text(ownTexts[id]));
      }
    }
  });

  it('is sent under its true type', () => {
    expect(partAs(image(`data:image/jpg;base64,${png}`, 'high'))).toEqual(image(pngUrl, 'high'));
    const spaced = `{"type":"message","role":"user","content":[{ "image_url" : "data:text/plain;base64,${png}", "type":"input_image"}]}`;
    expect(sentAs(spaced)).toBe(
      JSON.stringify({ type: 'message', role: 'user', content: [image(pngUrl)] }),
    );
  });

  it('is replaced for a model that takes none, unless something else is wrong with it', () => {
    const mode = DecodeMode.noImages;
    expect(partAs(image(pngUrl), { mode })).toEqual(text(ownTexts['media.no-image-input']));
    expect(partAs(image('attachment:7', 'high'), { mode })).toEqual(
      text(ownTexts['media.no-image-input']),
    );
    expect(partAs(image('https://example.org'), { mode })).toEqual(
      text(ownTexts['media.remote-image']),
    );
    expect(partAs(text('<image name=[Image #1]>'), { mode })).toEqual(
      text('<image name=[Image #1]>'),
    );
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
        output: [
          text('a'),
          text(ownTexts['media.remote-image']),
          text(ownTexts['media.no-image-input']),
          text('b'),
        ],
      }),
    );
  });

  it('leaves flags on its item even where it is replaced', () => {
    const message = { type: 'message', role: 'narrator', content: [image('https://example.org')] };
    expect(decodeOne(message)?.flags).toEqual(['image', 'packText']);
  });
});

describe('a generated image', () => {
  const item = {
    type: 'image_generation_call',
    status: 'completed',
    revised_prompt: 'p',
    result: png,
  };

  it('is sent, but emptied for a model that takes no images', () => {
    expect(sentAs(item)).toBe(JSON.stringify(item));
    expect(sentAs(item, { mode: DecodeMode.noImages })).toBe(
      JSON.stringify({ ...item, result: '' }),
    );
  });
});

describe('a sound', () => {
  const sound = { type: 'input_audio', audio_url: 'data:audio/wav;base64,AAAA' };

  it('is sent, but replaced for a model that takes none', () => {
    expect(partAs(sound)).toEqual(sound);
    expect(partAs(sound, { mode: DecodeMode.noImages })).toEqual(sound);
    expect(partAs(sound, { mode: DecodeMode.noAudio })).toEqual(
      text(ownTexts['media.no-audio-input']),
    );
  });
});

describe('the labels of content parts', () => {
  const key = 'internal_chat_message_metadata_passthrough';
  const parts = [
    text('a'),
    image('https://example.org/a.png'),
    image(pngUrl),
    { type: 'input_audio', audio_url: 'data:audio/wav;base64,AAAA' },
    { type: 'input_audio', audio_url: 'x' },
  ];
  const kinds = ['k0', 'k1', 'k2', 'k3', 'k4'];
  const message = {
    type: 'message',
    role: 'user',
    content: parts,
    [key]: { content_item_kinds: kinds },
  };
  const setUp = { rules: '0.171', sendsMetadata: true } as const;

  const kindsAs = (item: Json, mode: number): unknown =>
    ((JSON.parse(sentAs(item, { ...setUp, mode }) ?? '{}') as Json)[key] as Json)[
      'content_item_kinds'
    ];

  it('say what was replaced, but for broken sounds', () => {
    expect(kindsAs(message, 0)).toEqual(['k0', 'images.preparation_error', 'k2', 'k3', 'k4']);
    expect(kindsAs(message, DecodeMode.noImages | DecodeMode.noAudio)).toEqual([
      'k0',
      'images.preparation_error',
      'images.unsupported',
      'audio.unsupported',
      'k4',
    ]);
    expect(kindsAs(message, 0)).toHaveLength(5);
  });

  it('stay as they are in tool outputs', () => {
    const output = {
      type: 'function_call_output',
      call_id: 'c',
      output: parts,
      [key]: { content_item_kinds: kinds },
    };
    expect(kindsAs(output, DecodeMode.noImages | DecodeMode.noAudio)).toEqual(kinds);
  });
});

describe('where each content part comes from', () => {
  const key = 'internal_chat_message_metadata_passthrough';
  const provenance = [{ provenance: { type: 'user' } }];
  const rest = { turn_id: 't', create_time: 1785852000.5, content_item_kinds: ['user.text'] };
  const item = { type: 'message', role: 'user', content: [text('a')] };
  const setUp = { rules: '0.171', sendsMetadata: true } as const;
  const passthrough = (mode: number, recorded: unknown): unknown =>
    (JSON.parse(sentAs({ ...item, [key]: recorded }, { ...setUp, mode }) ?? '{}') as Json)[key];

  it('is left out where only lite models are told, wherever it stands in the metadata', () => {
    for (const recorded of [
      { content_item_metadata: provenance, ...rest },
      { ...rest, content_item_metadata: provenance },
    ]) {
      expect(passthrough(0, recorded)).toEqual({ ...rest, content_item_metadata: provenance });
      expect(passthrough(DecodeMode.noPartMetadata, recorded)).toEqual(rest);
    }
    expect(passthrough(DecodeMode.noPartMetadata, { content_item_metadata: provenance })).toEqual({
      content_item_kinds: ['unknown'],
    });
  });

  it.each([
    [
      'of more keys',
      [{ provenance: { type: 'user', more: 1 }, more: 2 }],
      [{ provenance: { type: 'user' } }],
    ],
    [
      'of a harness',
      [{ provenance: { type: 'harness' } }],
      [{ provenance: { type: 'harness', hook: false } }],
    ],
    ['too short', [], [{ provenance: { type: 'unknown' } }]],
    ['too long', [...provenance, ...provenance], provenance],
    [
      'of a tool',
      [{ provenance: { type: 'tool', namespace: 'n', hook: true } }],
      [{ provenance: { type: 'tool', namespace: 'n' } }],
    ],
    ['of a hook that is none', [{ provenance: { type: 'harness', hook: 1 } }], undefined],
    ['of an unknown type', [{ provenance: { type: 'mail' } }], undefined],
    ['of nothing', [null], undefined],
  ])('is put in order when it is %s', (_, recorded, expected) => {
    expect(passthrough(0, { ...rest, content_item_metadata: recorded })).toEqual(
      expected === undefined ? rest : { ...rest, content_item_metadata: expected },
    );
  });
});
