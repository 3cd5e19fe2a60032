// A seeded source of numbers (sfc32): the same seed gives the same corpus on every machine.

const fourDigits = Array.from({ length: 0x1_0000 }, (_, value) =>
  value.toString(16).padStart(4, '0'),
);

export class Random {
  /** @param {string | number} seed */
  constructor(seed) {
    [this.a, this.b, this.c, this.d] = wordsOf(String(seed));
    for (let i = 0; i < 12; i++) this.uint32();
  }

  /** A whole number from 0 to 2^32 - 1. */
  uint32() {
    const sum = (this.a + this.b + this.d) >>> 0;
    this.d = (this.d + 1) >>> 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) >>> 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) >>> 0;
    return sum;
  }

  /** A whole number from 0 to `limit - 1`. @param {number} limit */
  below(limit) {
    return Math.floor((this.uint32() / 0x1_0000_0000) * limit);
  }

  /** A whole number from `low` to `high`, both included. @param {number} low @param {number} high */
  between(low, high) {
    return low + this.below(high - low + 1);
  }

  /**
   * Like `between`, but each doubling of the size is as likely as the next: many small, few large.
   * Built on doublings, not on `Math.log`, whose last digit may differ between engines.
   * @param {number} low
   * @param {number} high
   */
  skewed(low, high) {
    let octaves = 0;
    for (let top = low; top < high; top *= 2) octaves++;
    const bottom = low * 2 ** this.below(Math.max(octaves, 1));
    return Math.min(high, this.between(bottom, bottom * 2));
  }

  /** @param {number} probability */
  chance(probability) {
    return this.uint32() < probability * 0x1_0000_0000;
  }

  /**
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  pick(list) {
    return list[this.below(list.length)];
  }

  /** Lowercase hexadecimal digits. @param {number} digits */
  hex(digits) {
    let text = '';
    while (text.length < digits) {
      const word = this.uint32();
      text += fourDigits[word >>> 16] + fourDigits[word & 0xffff];
    }
    return text.slice(0, digits);
  }

  /** A UUID of version 7, whose first 48 bits are the time. @param {number} timeMs */
  uuid7(timeMs) {
    const time = timeMs.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.hex(3)}-${this.variant()}-${this.hex(12)}`;
  }

  uuid4() {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${this.variant()}-${this.hex(12)}`;
  }

  variant() {
    return (0x80_00 + this.below(0x40_00)).toString(16);
  }

  /** An independent stream, so that one part may draw more numbers without moving the others. @param {string} name */
  branch(name) {
    return new Random(`${this.uint32()}/${name}`);
  }
}

/** Four well-mixed words out of a text. @param {string} text */
function wordsOf(text) {
  return [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef].map((salt) => {
    let hash = (0x811c9dc5 ^ salt) >>> 0;
    for (let i = 0; i < text.length; i++) {
      hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
      hash ^= hash >>> 13;
    }
    return hash >>> 0;
  });
}
