// Numbers in tables: few digits, a unit that fits.

/** @param {number} bytes */
export function sizeText(bytes) {
  if (bytes < 1e3) return `${bytes} B`;
  if (bytes < 1e6) return `${threeDigits(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${threeDigits(bytes / 1e6)} MB` : `${threeDigits(bytes / 1e9)} GB`;
}

/** @param {number} ms */
export function timeText(ms) {
  if (ms < 1e-3) return `${threeDigits(ms * 1e6)} ns`;
  if (ms < 1) return `${threeDigits(ms * 1e3)} µs`;
  return ms < 1e3 ? `${threeDigits(ms)} ms` : `${threeDigits(ms / 1e3)} s`;
}

/** Digits that mean something, and no power of ten; nothing for what is not a number. @param {number} value */
export function threeDigits(value) {
  if (!Number.isFinite(value)) return '';
  const magnitude = Math.abs(value);
  if (magnitude >= 99.95) return value.toFixed(0);
  if (magnitude < 0.0995) return value === 0 ? '0' : value.toPrecision(2);
  return value.toFixed(magnitude >= 9.995 ? 1 : 2);
}
