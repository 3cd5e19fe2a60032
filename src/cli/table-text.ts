/** A table for a terminal: columns as wide as their widest cell, numbers to the right. */

export type Row = readonly string[];

/** @param left columns from the left that hold words; the others hold numbers */
export function tableText(
  head: Row,
  rows: readonly Row[],
  { left }: { readonly left: number },
): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: Row): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < left ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return all.map((row) => `${lineOf(row)}\n`).join('');
}
