/** Reads a Parquet file row by row, a row group in memory at a time. */

import { existsSync } from 'node:fs';
import { PromptmillError } from '../contract/errors.js';
import type { JsonRecord } from '../contract/json-record.js';

/**
 * @returns each row as an object; columns of the JSON type are parsed, and those without a value left out
 * @throws PromptmillError `input_not_found`, or `bad_export` when it is no Parquet file that can be read
 */
export async function* parquetRows(path: string): AsyncGenerator<JsonRecord> {
  if (!existsSync(path)) {
    throw new PromptmillError('input_not_found', `${path} is not there`, { file: path });
  }
  try {
    yield* rowsOf(path);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new PromptmillError('bad_export', `${path} cannot be read: ${found}`, {
      file: path,
      found,
      expected: 'a Parquet file',
      cause,
    });
  }
}

async function* rowsOf(path: string): AsyncGenerator<JsonRecord> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } =
    await import('hyparquet');
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
    yield* rows.map(withoutNulls);
    rowStart = rowEnd;
  }
}

function withoutNulls(row: Readonly<Record<string, unknown>>): JsonRecord {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && value !== undefined),
  );
}
