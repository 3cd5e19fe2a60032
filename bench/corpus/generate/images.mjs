// Data URLs of valid PNG pictures of noise. Nothing is compressed, so the bytes do not depend on a zlib version.

import { crc32 } from 'node:zlib';

import { Random } from './random.mjs';
import { Text } from './text.mjs';

/** Sides of the pictures in pixels, one byte a pixel: from an icon to a screenshot of a megabyte and a half. */
const sides = [8, 24, 90, 200, 400, 700, 1200];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const storedBlockBytes = 65_535;

/** @typedef {{ readonly side: number, readonly base64: Buffer }} Pixels */
/** @type {Map<number, Pixels>} */
const pixelsBySide = new Map();

/**
 * A picture whose data URL is at most `maxBytes` long where such a small one exists. No two are alike: a
 * comment in front tells them apart, while the pixels of one size are shared and copied.
 * @param {Random} random
 * @param {number} maxBytes
 */
export function pngDataUrl(random, maxBytes) {
  const fitting = sides.filter((side) => (side * side * 4) / 3 + 300 <= maxBytes);
  const pixels = pixelsOf(fitting.length === 0 ? sides[0] : random.pick(fitting.slice(-3)));
  const head = Buffer.concat([signature, header(pixels.side), comment(random)]);
  const parts = [`data:image/png;base64,${head.toString('base64')}`];
  return new Text(
    [...parts, { bytes: pixels.base64, start: 0, end: pixels.base64.length }],
    parts[0].length + pixels.base64.length,
  );
}

/** @param {number} side @returns {Pixels} */
function pixelsOf(side) {
  const known = pixelsBySide.get(side);
  if (known !== undefined) return known;
  const body = Buffer.concat([
    chunk('IDAT', storedZlib(noise(side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  const made = { side, base64: Buffer.from(body.toString('base64')) };
  pixelsBySide.set(side, made);
  return made;
}

/** @param {number} side */
function header(side) {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(side, 0);
  data.writeUInt32BE(side, 4);
  data[8] = 8; // bits a sample, of the only channel: grey
  return chunk('IHDR', data);
}

/**
 * Sized so that signature, header and comment are a multiple of three bytes: base64 then continues without padding.
 * @param {Random} random
 */
function comment(random) {
  return chunk('tEXt', Buffer.from(`Comment\0batch ${random.hex(16)}`, 'latin1'));
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Rows of grey noise, each behind its filter byte (none). @param {number} side */
function noise(side) {
  const random = new Random(`noise/${side}`);
  const rows = Buffer.alloc(side * (side + 1));
  for (let i = 0; i + 4 <= rows.length; i += 4) rows.writeUInt32LE(random.uint32(), i);
  for (let row = 0; row < side; row++) rows[row * (side + 1)] = 0;
  return rows;
}

/** A zlib stream that stores its data. @param {Buffer} data */
function storedZlib(data) {
  const blocks = [Buffer.from([0x78, 0x01])];
  for (let start = 0; start < data.length; start += storedBlockBytes) {
    const block = data.subarray(start, start + storedBlockBytes);
    const head = Buffer.alloc(5);
    head[0] = start + block.length === data.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    blocks.push(head, block);
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(adler32(data));
  return Buffer.concat([...blocks, checksum]);
}

/** @param {Buffer} data */
function adler32(data) {
  let low = 1;
  let high = 0;
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}
