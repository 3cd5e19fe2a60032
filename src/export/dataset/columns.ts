/** The columns of a row, and how JSON and Parquet have them (formats §2.7, §6.1). */

/** `json`: JSON text. `time`: milliseconds of Unix time. */
export type ColumnKind = 'text' | 'json' | 'time' | 'int32' | 'int64';

/** A row. `messages` and `tools` are JSON texts. */
export interface DataRow {
  readonly session_id: string;
  readonly thread_id: string;
  readonly request_id: string;
  /** The number of the request among those of its thread, from 0. */
  readonly at: number;
  readonly kind: string;
  readonly ts: number | undefined;
  readonly model: string | undefined;
  readonly cli_version: string | undefined;
  readonly input_tokens: number | undefined;
  readonly cached_input_tokens: number | undefined;
  readonly output_tokens: number | undefined;
  readonly messages: string;
  readonly tools: string;
}

export type ColumnName = keyof DataRow;

export const columns: readonly { readonly name: ColumnName; readonly kind: ColumnKind }[] = [
  { name: 'session_id', kind: 'text' },
  { name: 'thread_id', kind: 'text' },
  { name: 'request_id', kind: 'text' },
  { name: 'at', kind: 'int32' },
  { name: 'kind', kind: 'text' },
  { name: 'ts', kind: 'time' },
  { name: 'model', kind: 'text' },
  { name: 'cli_version', kind: 'text' },
  { name: 'input_tokens', kind: 'int64' },
  { name: 'cached_input_tokens', kind: 'int64' },
  { name: 'output_tokens', kind: 'int64' },
  { name: 'messages', kind: 'json' },
  { name: 'tools', kind: 'json' },
];

/** Every line has every column, null where there is no value, so that readers find the types in the first lines. */
export function rowLine(row: DataRow): string {
  const members = columns.map(({ name, kind }) => {
    const value = row[name];
    return `${JSON.stringify(name)}:${value === undefined ? 'null' : jsonOf(value, kind)}`;
  });
  return `{${members.join(',')}}`;
}

function jsonOf(value: string | number, kind: ColumnKind): string {
  if (kind === 'json') return String(value);
  return JSON.stringify(kind === 'time' ? new Date(value).toISOString() : value);
}
