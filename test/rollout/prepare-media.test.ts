import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { type MediaUrl, prepareAudio, prepareImage } from '../../src/rollout/prepare-media.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { narrow } from '../support/narrow-bytes.js';

const base64 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('base64');
const png = base64(`\x89PNG\r\n\x1a\n${'x'.repeat(40)}IEND\xaeB\x60\x82.`);
const jpeg = base64('\xff\xd8\xff\xe0 and more to come');
const webp = base64('RIFF....WEBPVP8 and more');
const gif = base64('GIF89a and so on');

const keep = { kind: 'keep' };
const replace = (text: string) => ({ kind: 'replace', text });

/** Where `url` stands in some bytes, as JSON has it. */
function placed(url: string): MediaUrl {
  const raw = JSON.stringify(url).slice(1, -1);
  const bytes = inMemory(Buffer.from(`{"url":"${raw}"}`));
  return { bytes, start: 8, end: 8 + Buffer.byteLength(raw) };
}

const image = (url: string, isLow = false) => prepareImage(placed(url), isLow);
const audio = (url: string) => prepareAudio(placed(url));

// What is expected here was measured on both releases, which do the same.

describe('prepareImage', () => {
  it.each(['http://a', 'HTTP://', 'hTTps://x', 'http:x', 'https:/x', 'https://example.org/a.png'])(
    'takes none from the web: %s',
    (url) => {
      expect(image(url)).toEqual(replace('media.remote-image'));
      expect(image(url, true)).toEqual(replace('media.remote-image'));
    },
  );

  it.each([
    'ftp://a',
    'file:///a.png',
    'blob:a',
    'sediment://a',
    'a.png',
    '',
    ` data:image/png;base64,${png}`,
    'datum:',
  ])('leaves alone what is no data: %j', (url) => {
    expect([image(url), image(url, true)]).toEqual([keep, keep]);
  });

  it.each([
    ['png', png],
    ['jpeg', jpeg],
    ['webp', webp],
  ])('leaves data alone that says what it is: %s', (type, payload) => {
    const url = `data:image/${type};base64,${payload}`;
    expect(image(url)).toEqual(keep);
    expect(image(url, true)).toEqual(replace('media.detail-low'));
  });

  it.each([
    'data:text/plain;base64,',
    'data:application/octet-stream;base64,',
    'data:image/x;base64,',
    'data:image/jpg;base64,',
    'data:image/webp;base64,',
    'data:;base64,',
    'data:base64,',
    'DATA:image/png;base64,',
    'data:IMAGE/png;base64,',
    'data:image/png;BASE64,',
    'data:image/png;charset=utf-8;base64,',
    'data:image/png;name=a;base64,',
    'data:image/png;base64;name=a,',
    'data: image/png;base64,',
  ])('says what data is that says something else: %s', (header) => {
    expect(image(header + png)).toEqual({
      kind: 'retype',
      mime: 'image/png',
      payloadAt: header.length,
    });
  });

  it.each([
    ['nothing', 'data:'],
    ['nothing encoded', 'data:,'],
    ['no payload', 'data:image/png;base64'],
    ['an empty payload', 'data:image/png;base64,'],
    ['junk', 'data:image/png;base64,AAAA'],
    ['no base64', 'data:image/png;base64,!!!!'],
    ['percent signs', 'data:image/png,%89PNG'],
    ['a blank before the encoding', `data:image/png; base64,${png}`],
    ['a blank in the payload', `data:image/png;base64, ${png}`],
    ['a line feed at the end', `data:image/png;base64,${png}\n`],
    [
      'a padding too few',
      `data:image/jpeg;base64,${base64('\xff\xd8\xff\xe0').replaceAll('=', '')}`,
    ],
    ['a padding too many', `data:image/png;base64,${png}=`],
    ['a fragment', `data:image/png;base64,${png}#x`],
    ['a query', `data:image/png;base64,${png}?x`],
    [
      'the alphabet of addresses',
      `data:image/png;base64,${base64('\x89PNG\r\n\x1a\n\xff\xfe\xfdIEND..').replaceAll('+', '-').replaceAll('/', '_')}`,
    ],
    ['a bitmap', `data:image/bmp;base64,${base64('BM.....')}`],
    ['a drawing', `data:image/svg+xml;base64,${base64('<svg/>')}`],
    ['a PNG without end', `data:image/png;base64,${base64(`\x89PNG\r\n\x1a\n${'x'.repeat(94)}`)}`],
  ])('takes no data of %s', (_, url) => {
    expect(image(url)).toEqual(replace('media.unprocessable-image'));
    expect(image(url, true)).toEqual(replace('media.detail-low'));
  });

  it('takes a PNG with something behind its end', () => {
    const long = base64(`\x89PNG\r\n\x1a\n${'x'.repeat(40)}IEND${'y'.repeat(500)}`);
    expect(image(`data:image/png;base64,${long}`)).toEqual(keep);
  });

  it('looks at no more than its ends, through any window', () => {
    const payload = base64(`\x89PNG\r\n\x1a\n${'x'.repeat(150_000)}IEND..`);
    const url = `data:image/jpg;base64,${payload}`;
    const bytes = narrow(Buffer.from(url), 600);
    expect(prepareImage({ bytes, start: 0, end: url.length }, false)).toEqual({
      kind: 'retype',
      mime: 'image/png',
      payloadAt: 22,
    });
  });

  it('keeps the recorded bytes of a GIF, which is sent as PNG', () => {
    expect(image(`data:image/gif;base64,${gif}`)).toEqual(keep);
  });

  it('measures a header that is spelled with escapes as it stands', () => {
    const raw = `data:image\\/jpg;base64,${png}`;
    const bytes = inMemory(Buffer.from(raw));
    expect(prepareImage({ bytes, start: 0, end: raw.length }, false)).toEqual({
      kind: 'retype',
      mime: 'image/png',
      payloadAt: raw.indexOf(',') + 1,
    });
  });
});

describe('prepareAudio', () => {
  it.each(['wav', 'ogg', 'mpeg', 'm4a', 'webm'])(
    'leaves data alone that says what it is: %s',
    (type) => {
      expect(audio(`data:audio/${type};base64,AAAA`)).toEqual(keep);
    },
  );

  it.each([
    ['data:audio/mp3;base64,', 'audio/mpeg'],
    ['data:AUDIO/WAV;base64,', 'audio/wav'],
    ['data:audio/wav;rate=8000;base64,', 'audio/wav'],
    ['DATA:audio/wav;base64,', 'audio/wav'],
  ])('says in one way what data is: %s', (header, mime) => {
    expect(audio(`${header}AAAA`)).toEqual({ kind: 'retype', mime, payloadAt: header.length });
  });

  it.each(['audio/x', 'text/plain', 'image/png'])('takes no %s', (type) => {
    expect(audio(`data:${type};base64,AAAA`)).toEqual(replace('media.unsupported-audio'));
  });

  it.each([
    'https://example.org/a.wav',
    'a.wav',
    '',
    'data:audio/wav;base64,AAA',
    'data:audio/wav;base64,A AA',
    'data:audio/wav,AAAA',
    'data:;base64,AAAA',
    'data:base64,AAAA',
  ])("takes nothing that it can't decode: %j", (url) => {
    expect(audio(url)).toEqual(replace('media.unprocessable-audio'));
  });
});
