import { describe, expect, it } from 'vitest';
import { imageFault } from '../../../src/report/lint/image-fault.js';

const png = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1').toString('base64');
const jpeg = Buffer.from('\xff\xd8\xff\xe0 rest', 'latin1').toString('base64');
const gif = Buffer.from('GIF89a rest', 'latin1').toString('base64');
const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1').toString('base64');

describe('imageFault', () => {
  it.each([
    ['image/png', png],
    ['IMAGE/PNG', png],
    ['image/jpeg', jpeg],
    ['image/jpg', jpeg],
    ['image/gif', gif],
    ['image/webp', webp],
  ])('finds nothing wrong with a sound %s', (mime, data) => {
    expect(imageFault(`data:${mime};base64,${data}`)).toBeUndefined();
  });

  it('takes base64 without its padding', () => {
    expect(imageFault(`data:image/jpeg;base64,${jpeg.replaceAll('=', '')}`)).toBeUndefined();
  });

  it.each([
    ['data:image/png;base64', 'the data URL has no comma, so no data'],
    [`data:text/plain;base64,${png}`, 'the data URL is of the type text/plain, no image'],
    [`data:;base64,${png}`, 'the data URL is of the type none, no image'],
    [`data:image/png,${png}`, 'the data URL is not in base64'],
    ['data:image/png;base64,', 'the image is empty'],
    ['data:image/png;base64,iVBOR w0K', 'the image is no well-formed base64'],
    ['data:image/png;base64,iVBOR', 'the image is no well-formed base64'],
    [
      `data:image/bmp;base64,${png}`,
      'no server takes image/bmp: image/png, image/jpeg, image/gif, image/webp are',
    ],
    [`data:image/png;base64,${webp}`, 'the data URL says image/png, the bytes are of image/webp'],
    ['data:image/png;base64,AAAA', 'the data URL says image/png, the bytes are not'],
  ])('tells what is wrong with %s', (url, fault) => {
    expect(imageFault(url)).toBe(fault);
  });
});
