/** Tells why an image is not sent as it was recorded (spec 3 §3.1). */

import type { RolloutBytes } from '../contract/bytes.js';
import type { PackTextId } from '../contract/texts.js';
import { decodeString } from './print-json.js';

/** Enough for a scheme, a media type and the signature of an image, as raw JSON bytes. */
const headBytes = 512;

/**
 * @param start first byte of the URL inside its quotes
 * @param end its closing quote
 * @param isLowDetail whether `detail` is `low`
 * @returns the text that stands in for the image, or undefined when it is sent
 */
export function imageFault(
  bytes: RolloutBytes,
  start: number,
  end: number,
  isLowDetail: boolean,
): PackTextId | undefined {
  const raw = bytes.view(start, Math.min(end, start + headBytes));
  const cut = raw.lastIndexOf(0x5c);
  const head = decodeString(end - start > headBytes && cut > headBytes - 12 ? raw.subarray(0, cut) : raw);
  if (/^https?:/i.test(head)) return 'media.remote-image';
  if (isLowDetail) return 'media.detail-low';
  if (!/^data:/i.test(head)) return undefined;
  return isImageData(head) ? undefined : 'media.unprocessable-image';
}

/** Whether a data URL holds base64 that begins as an image of a known format does. */
function isImageData(head: string): boolean {
  const match = /^data:([^,]*),([A-Za-z0-9+/=]*)/i.exec(head);
  if (match === null || !/;base64$/i.test(match[1] ?? '')) return false;
  const signature = Buffer.from((match[2] ?? '').slice(0, 32), 'base64').toString('latin1');
  return (
    signature.startsWith('\x89PNG\r\n\x1a\n') ||
    signature.startsWith('\xff\xd8\xff') ||
    signature.startsWith('GIF8') ||
    (signature.startsWith('RIFF') && signature.slice(8, 12) === 'WEBP')
  );
}
