/** Decides how inline media is sent: as it stands, under its true media type, or as a text that says why not (spec 3 §3.1). */

import type { RolloutBytes } from '../contract/bytes.js';
import type { PackTextId } from '../contract/texts.js';
import { decodeString } from './print-json.js';
import { viewWhole } from './scan-line.js';

export type PreparedMedia =
  | { readonly kind: 'keep' }
  /** Sent as `data:<mime>;base64,` and the payload, which begins `payloadAt` bytes into the URL. */
  | { readonly kind: 'retype'; readonly mime: string; readonly payloadAt: number }
  | { readonly kind: 'replace'; readonly text: PackTextId };

/** A URL's place in the rollout: its first byte inside the quotes, and its closing quote. */
export interface MediaUrl {
  readonly bytes: RolloutBytes;
  readonly start: number;
  readonly end: number;
}

const keep: PreparedMedia = { kind: 'keep' };

/** Enough for a scheme, a media type and the signature of an image, as raw JSON bytes. */
const headBytes = 512;

/** Bytes of base64 at a payload's end that show whether it is whole. */
const tailBytes = 96;

/**
 * What becomes of an image. Its pixels are not decoded: an image larger than the limits, which the reference program
 * makes smaller, and damage inside a payload are not seen.
 */
export function prepareImage(url: MediaUrl, isLowDetail: boolean): PreparedMedia {
  const head = headOf(url);
  if (/^https?:/i.test(head)) return { kind: 'replace', text: 'media.remote-image' };
  if (!/^data:/i.test(head)) return keep;
  if (isLowDetail) return { kind: 'replace', text: 'media.detail-low' };
  const data = splitData(url, head);
  const mime = data === undefined ? undefined : sniffImage(data.payload);
  if (data === undefined || mime === undefined || !isWhole(url, data, mime)) {
    return { kind: 'replace', text: 'media.unprocessable-image' };
  }
  return retypeUnlessCanonical(data, mime);
}

/** What becomes of a recording. */
export function prepareAudio(url: MediaUrl): PreparedMedia {
  const data = splitData(url, headOf(url));
  if (data === undefined || data.type === '' || !isBase64(url, data)) {
    return { kind: 'replace', text: 'media.unprocessable-audio' };
  }
  const mime = audioTypes.get(data.type);
  if (mime === undefined) return { kind: 'replace', text: 'media.unsupported-audio' };
  return retypeUnlessCanonical(data, mime);
}

/** Media types of recordings that are taken, and how they are sent. */
const audioTypes = new Map([
  ['audio/wav', 'audio/wav'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/mpeg', 'audio/mpeg'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/m4a', 'audio/m4a'],
  ['audio/mp4', 'audio/mp4'],
  ['audio/webm', 'audio/webm'],
  ['audio/ogg', 'audio/ogg'],
]);

interface DataUrl {
  /** Raw bytes in front of the payload. */
  readonly payloadAt: number;
  /** Everything up to the payload, as it stands. */
  readonly header: string;
  /** The media type, in lower case, without parameters. */
  readonly type: string;
  /** The payload as far as the head shows it. */
  readonly payload: string;
}

function headOf({ bytes, start, end }: MediaUrl): string {
  const raw = bytes.view(start, Math.min(end, start + headBytes));
  const lastEscape = raw.lastIndexOf(0x5c);
  const isCut = end - start > headBytes && lastEscape > headBytes - 12;
  return decodeString(isCut ? raw.subarray(0, lastEscape) : raw);
}

function splitData(url: MediaUrl, head: string): DataUrl | undefined {
  const match = /^data:([^,]*),/i.exec(head);
  if (match === null) return undefined;
  const [type = '', ...parameters] = (match[1] ?? '').toLowerCase().split(';');
  const isEncoded = type === 'base64' || parameters.includes('base64');
  if (!isEncoded) return undefined;
  return {
    payloadAt:
      url.bytes.view(url.start, Math.min(url.end, url.start + headBytes)).indexOf(0x2c) + 1,
    header: match[0],
    type: type === 'base64' ? '' : type.trim(),
    payload: head.slice(match[0].length),
  };
}

function sniffImage(payload: string): string | undefined {
  const signature = Buffer.from(payload.slice(0, 32), 'base64').toString('latin1');
  if (signature.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (signature.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (signature.startsWith('RIFF') && signature.slice(8, 12) === 'WEBP') return 'image/webp';
  // Sent as PNG, with other bytes; the recorded ones are the nearest there is.
  if (signature.startsWith('GIF8')) return 'image/gif';
  return undefined;
}

/** Whether the payload is base64 to its end, and a PNG has its last chunk. */
function isWhole(url: MediaUrl, data: DataUrl, mime: string): boolean {
  if (!isBase64(url, data)) return false;
  if (mime !== 'image/png' || tailOf(url).toString('latin1').includes('IEND')) return true;
  const payload = viewWhole(url.bytes, url.start + data.payloadAt, url.end);
  return Buffer.from(Buffer.from(payload).toString('latin1'), 'base64').includes('IEND');
}

function isBase64({ bytes, start, end }: MediaUrl, { payloadAt, payload }: DataUrl): boolean {
  const length = end - start - payloadAt;
  if (length <= 0 || length % 4 !== 0) return false;
  const tail = Buffer.from(bytes.view(Math.max(start, end - tailBytes), end)).toString('latin1');
  const tailPart = tail.slice(-Math.min(length, tailBytes));
  return /^[A-Za-z0-9+/]*={0,2}$/.test(payload) && /^[A-Za-z0-9+/]*={0,2}$/.test(tailPart);
}

function tailOf({ bytes, start, end }: MediaUrl): Buffer {
  const tail = bytes.view(Math.max(start, end - tailBytes), end);
  return Buffer.from(Buffer.from(tail).toString('latin1'), 'base64');
}

function retypeUnlessCanonical({ header, payloadAt }: DataUrl, mime: string): PreparedMedia {
  if (header === `data:${mime};base64,`) return keep;
  return { kind: 'retype', mime, payloadAt };
}
