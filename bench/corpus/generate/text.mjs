// A long JSON string that is copied into a line instead of being printed: its parts are already escaped.

/** @typedef {{ readonly bytes: Buffer, readonly start: number, readonly end: number }} Slice */

/**
 * Stands for a text in the printed frame of a line. DEL is not escaped by `JSON.stringify`, and nothing
 * that the generator prints holds one.
 */
export const textMark = '\x7f';

/** @type {Text[]} */
let printed = [];

export class Text {
  /**
   * @param {readonly (string | Slice)[]} parts escaped, ready to stand between quotes
   * @param {number} byteLength of all parts
   */
  constructor(parts, byteLength) {
    this.parts = parts;
    this.byteLength = byteLength;
  }

  /** A text made of plain strings and other texts. @param {...(string | Text)} pieces */
  static of(...pieces) {
    /** @type {(string | Slice)[]} */
    const parts = [];
    let byteLength = 0;
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        const escaped = JSON.stringify(piece).slice(1, -1);
        parts.push(escaped);
        byteLength += Buffer.byteLength(escaped);
      } else {
        parts.push(...piece.parts);
        byteLength += piece.byteLength;
      }
    }
    return new Text(parts, byteLength);
  }

  /** `JSON.stringify` calls this in the order of the output, which is what the line buffer relies on. */
  toJSON() {
    printed.push(this);
    return textMark;
  }
}

/** The texts met since the last call, in the order they were printed. */
export function takePrintedTexts() {
  const texts = printed;
  printed = [];
  return texts;
}

/** Bytes of a text or of a plain string as it will stand in a line, near enough for estimates. @param {string | Text} text */
export function textBytes(text) {
  return typeof text === 'string' ? text.length : text.byteLength;
}
