/** Reads the text of a content part as far as marker rules need it: both ends, and the whole on demand. */

import type { RolloutBytes } from '../contract/bytes.js';
import { trimEnd, trimStart } from '../contract/white-space.js';
import type { FragmentText } from '../fragments/recognise.js';
import { decodeString } from './print-json.js';
import { viewWhole } from './scan-line.js';

const decoder = new TextDecoder();

/** Raw bytes looked at from each end of a text; markers are far shorter. */
const reachBytes = 1024;

/** Characters behind the white space of an end that surely hold a marker. */
const markerLength = 128;

/** @param start first byte of the string's content in the rollout; `end` its closing quote */
export function readFragmentText(bytes: RolloutBytes, start: number, end: number): FragmentText {
  const whole = (): string => decodeString(viewWhole(bytes, start, end));
  if (end - start <= reachBytes * 2) return wholeText(whole());
  const head = headOf(bytes.view(start, start + reachBytes));
  const tail = tailOf(bytes.view(end - reachBytes, end));
  // Escapes and white space may take up all that was looked at.
  const isShort = trimStart(head).length < markerLength || trimEnd(tail).length < markerLength;
  return isShort ? wholeText(whole()) : { head, tail, whole };
}

function wholeText(text: string): FragmentText {
  return { head: text, tail: text, whole: () => text };
}

/** Decodes as much of the start of a string as is whole. */
function headOf(raw: Uint8Array): string {
  let cut = raw.length;
  const lastEscape = raw.lastIndexOf(0x5c);
  // The escape that may be cut, with the backslashes before it, is left out.
  if (lastEscape > raw.length - 12) {
    cut = lastEscape;
    while (cut > 0 && raw[cut - 1] === 0x5c) cut -= 1;
  }
  return decodeString(raw.subarray(0, cut));
}

/** Decodes the end of a string from the first byte on from which it is one; what was cut in two there is no marker. */
function tailOf(raw: Uint8Array): string {
  for (let start = 0; start < raw.length; start += 1) {
    const text = decoder.decode(raw.subarray(start));
    if (!text.includes('\\')) return text;
    try {
      const value: unknown = JSON.parse(`"${text}"`);
      if (typeof value === 'string') return value;
    } catch {
      // The cut fell into an escape; the next byte is tried.
    }
  }
  return '';
}
