/** Numbers as they are shown: whole, grouped by thousands, with their unit. */

const grouped = new Intl.NumberFormat('en-US');

export function count(value: number): string {
  return grouped.format(value);
}

/** `1 part`, `2 parts`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Three digits or so: 512 B, 4.2 kB, 1.3 MB. */
export function shortBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 999_500 ? `${digits(bytes / 1000)} kB` : `${digits(bytes / 1_000_000)} MB`;
}

/** 512, 4.2k, 1.3M. */
export function shortCount(value: number): string {
  if (value < 1000) return String(value);
  return value < 999_500 ? `${digits(value / 1000)}k` : `${digits(value / 1_000_000)}M`;
}

export function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %';
  const share = (part / whole) * 100;
  if (share > 0 && share < 0.1) return '< 0.1 %';
  return `${share < 10 ? share.toFixed(1) : share.toFixed(0)} %`;
}

function digits(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
