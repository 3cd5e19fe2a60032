/** How wide a text may be. */

/** Where nobody says: wide enough for the text behind each part of a request. */
const fileColumns = 160;
/** Below that, tables are no tables. */
const leastColumns = 72;

/** Columns of the terminal, or what COLUMNS asks for. */
export function terminalColumns(): number {
  const asked = Number(process.env['COLUMNS'] ?? Number.NaN);
  const columns = process.stdout.isTTY ? process.stdout.columns : asked;
  return Math.max(
    leastColumns,
    Number.isSafeInteger(columns) && columns > 0 ? columns : fileColumns,
  );
}
