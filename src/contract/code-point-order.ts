/** The order of names that does not depend on the file system, the locale or how strings are stored. */

/** UTF-16 units whose order is not that of the code points they stand for: surrogates sort below U+E000 to U+FFFF. */
const disordered = /[\ud800-\uffff]/;

/** Orders two strings as `sortByCodePoints` does. */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** The strings by code points, which is also the order of their UTF-8 bytes. */
export function sortByCodePoints(strings: readonly string[]): readonly string[] {
  // The engine's own order is ten times as fast and right for nearly all names.
  return strings.some((text) => disordered.test(text))
    ? strings.toSorted(compareCodePoints)
    : strings.toSorted();
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
