/** A text that is searched for, and how it is found quickly: most bodies are told by their bytes not to hold it. */

import { isRecord } from '../../contract/json-record.js';

/** Where a text was found in a part. */
export interface Match {
  /** How often, in all texts of the part. */
  readonly count: number;
  /** What stands around the first: the text before it, the text itself, and the text behind it. */
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

const aroundLength = 80;
/** Bytes a character of the text may take in a body: escaped in a JSON text that is itself within JSON. */
const mostEscaped = 14;

export class Needle {
  readonly #text: string;
  readonly #probe: Buffer;

  constructor(text: string) {
    this.#text = text;
    this.#probe = Buffer.from(longestPlain(text));
  }

  /** Whether bytes of JSON from there on, or what ends there, may hold it. False is sure, true is not. */
  mayStandIn(json: Uint8Array, fromBytes: number): boolean {
    if (this.#probe.length === 0) return true;
    const from = Math.max(0, fromBytes - this.#text.length * mostEscaped);
    const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
    return bytes.indexOf(this.#probe, from) >= 0;
  }

  /** @param texts of one part, decoded; in those that are JSON, their strings are searched decoded, too */
  matchIn(texts: readonly string[]): Match | undefined {
    const matches = texts.flatMap((text) => this.#matchesIn(text) ?? this.#matchesInJson(text));
    const [first] = matches;
    return first && { ...first, count: matches.reduce((sum, { count }) => sum + count, 0) };
  }

  #matchesIn(text: string): Match | undefined {
    const needle = this.#text;
    const at = text.indexOf(needle);
    if (at < 0) return undefined;
    const end = at + needle.length;
    return {
      count: text.split(needle).length - 1,
      before: text.slice(Math.max(0, at - aroundLength), at),
      text: needle,
      after: text.slice(end, end + aroundLength),
    };
  }

  #matchesInJson(text: string): readonly Match[] {
    if (!/^[[{]/.test(text) || !text.includes('\\')) return [];
    try {
      return stringsOf(JSON.parse(text)).flatMap((string) => this.#matchesIn(string) ?? []);
    } catch {
      // It only looked like JSON.
      return [];
    }
  }
}

/** The longest stretch that is written in JSON as it stands, whoever wrote it. */
function longestPlain(text: string): string {
  const stretches = text.match(/[\w .,:;()-]+/g) ?? [];
  return stretches.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return isRecord(value) ? Object.values(value).flatMap(stringsOf) : [];
}
