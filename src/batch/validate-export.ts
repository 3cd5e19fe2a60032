/** Checks a file against the format it should be in. */

import { isUtf8 } from 'node:buffer';
import { PromptmillError } from '../contract/errors.js';
import type { ExportFault, FileCheck, ValueFault } from '../contract/export.js';
import { optional } from '../contract/optional-member.js';
import { parquetRows } from '../sources/parquet-rows.js';
import { readJsonFile } from '../sources/read-json-file.js';
import { readLines } from '../sources/read-lines.js';

export interface Validation {
  readonly file: string;
  readonly check: FileCheck;
  readonly onFault: (fault: ExportFault) => void;
}

/**
 * @returns how many values were checked: lines, rows, or 1
 * @throws PromptmillError `input_not_found`, `input_unreadable`
 */
export async function validateFile(validation: Validation): Promise<number> {
  switch (validation.check.form) {
    case 'lines':
      return validateLines(validation);
    case 'json':
      return validateWhole(validation);
    case 'parquet':
      return validateRows(validation);
    default:
      return validation.check.form satisfies never;
  }
}

async function validateRows({ file, check, onFault }: Validation): Promise<number> {
  const take = check.start();
  let line = 0;
  try {
    for await (const row of parquetRows(file)) {
      line += 1;
      take(row, (fault) => {
        onFault({ file, line, ...fault });
      });
    }
  } catch (error) {
    if (!(error instanceof PromptmillError) || error.code !== 'bad_export') throw error;
    const { found = error.message, expected = 'a Parquet file' } = error.details;
    onFault({ file, path: '', found, expected });
  }
  return line;
}

function validateWhole({ file, check, onFault }: Validation): number {
  const report = (fault: ValueFault): void => {
    onFault({ file, ...fault });
  };
  try {
    const { value } = readJsonFile(file, 'bad_export');
    check.start()(value, report);
  } catch (error) {
    if (!(error instanceof PromptmillError) || error.code !== 'bad_export') throw error;
    const { line, found = error.message, expected = 'JSON in UTF-8' } = error.details;
    onFault({ file, ...optional('line', line), path: '', found, expected });
  }
  return 1;
}

function validateLines({ file, check, onFault }: Validation): number {
  const take = check.start();
  let line = 0;
  for (const bytes of readLines(file)) {
    line += 1;
    const report = (fault: ValueFault): void => {
      onFault({ file, line, ...fault });
    };
    const read = parseLine(bytes);
    if (read.kind === 'value') take(read.value, report);
    else report({ path: '', found: read.found, expected: 'one JSON value in UTF-8' });
  }
  return line;
}

type ParsedLine =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly found: string };

function parseLine(bytes: Buffer): ParsedLine {
  if (bytes.length === 0) return { kind: 'fault', found: 'an empty line' };
  if (!isUtf8(bytes)) return { kind: 'fault', found: 'bytes that are not UTF-8' };
  try {
    return { kind: 'value', value: JSON.parse(bytes.toString()) };
  } catch (error) {
    return { kind: 'fault', found: error instanceof Error ? error.message : 'no JSON' };
  }
}
