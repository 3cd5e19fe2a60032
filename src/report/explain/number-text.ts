/** Numbers as people read them. */

/** `1,204` */
export function numberText(number: number): string {
  return number.toLocaleString('en-US');
}

/** `1 part`, `1,204 parts` */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `12.3 %`; what is not all and not nothing is never told as 100 % or 0 %. */
export function shareText(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0 %';
  if (part === whole) return '100 %';
  const percent = Math.min(99.9, Math.max(0.1, (part * 100) / whole));
  return `${percent.toFixed(1)} %`;
}
