// Sizes as people write them: 200MB and 2GB are decimal, 4GiB is binary, a bare number is bytes.

const units = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, KIB: 2 ** 10, MIB: 2 ** 20, GIB: 2 ** 30 };

/** @param {string} text */
export function parseSize(text) {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?i?b)?$/i.exec(text.trim());
  const unit = /** @type {keyof typeof units} */ ((match?.[2] ?? 'B').toUpperCase());
  if (match === null || !(unit in units)) {
    throw new Error(`not a size: ${text} (expected like 200MB, 2GB, 64KiB)`);
  }
  return Math.round(Number(match[1]) * units[unit]);
}
