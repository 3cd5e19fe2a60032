/** Writes rows as one Parquet file, row group by row group (formats §6.1). The same rows are the same bytes. */

import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type ColumnKind, columns, type DataRow } from './columns.js';

/** A time and a count of tokens are 64-bit integers in Parquet. */
type Cell = string | number | bigint | Uint8Array | undefined;

export class ParquetRows {
  readonly #groupBytes: number;
  readonly #write: (bytes: Uint8Array) => void;
  readonly #bytes = new ByteWriter();
  readonly #file: ParquetWriter;
  #rows: DataRow[] = [];
  #textLength = 0;

  /**
   * @param groupBytes of JSON text, after which a row group ends: a long row makes a group of its own
   * @param write takes what is written, in order
   */
  constructor(groupBytes: number, write: (bytes: Uint8Array) => void) {
    this.#groupBytes = groupBytes;
    this.#write = write;
    this.#file = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(physical),
      createdBy: 'promptmill',
    });
  }

  add(row: DataRow): void {
    this.#rows.push(row);
    this.#textLength += row.messages.length + row.tools.length;
    if (this.#textLength >= this.#groupBytes) this.#writeGroup();
  }

  finish(): void {
    this.#writeGroup();
    this.#file.schema = schemaOf({ ...physical, json: toldJson });
    void this.#file.finish();
    this.#drain();
  }

  #writeGroup(): void {
    const rows = this.#rows;
    this.#rows = [];
    this.#textLength = 0;
    if (rows.length === 0) return;
    // It waits for nothing: the writer is memory.
    void this.#file.write({
      columnData: columns.map((column) => columnOf(column, rows)),
      rowGroupSize: rows.length,
    });
    this.#drain();
  }

  /** Hands on what was written and begins its memory anew; places in the file go on. */
  #drain(): void {
    this.#write(new Uint8Array(this.#bytes.buffer.slice(0, this.#bytes.index)));
    this.#bytes.index = 0;
  }
}

type ColumnType = Omit<SchemaElement, 'name'>;

const physical: Readonly<Record<ColumnKind, ColumnType>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  int32: { type: 'INT32' },
  int64: { type: 'INT64' },
};

/**
 * What the file says of JSON, in both annotations, since readers know one or the other. It is said at the end only: told
 * before, the writer would print the values anew, which are texts already.
 */
const toldJson: ColumnType = {
  type: 'BYTE_ARRAY',
  converted_type: 'JSON',
  logical_type: { type: 'JSON' },
};

function schemaOf(types: Readonly<Record<ColumnKind, ColumnType>>): SchemaElement[] {
  const elements = columns.map(({ name, kind }): SchemaElement => {
    return { name, ...types[kind], repetition_type: 'OPTIONAL' };
  });
  return [{ name: 'root', num_children: columns.length }, ...elements];
}

function columnOf(
  { name, kind }: (typeof columns)[number],
  rows: readonly DataRow[],
): ColumnSource {
  const data = rows.map((row) => cellOf(row[name], kind));
  // The least and the greatest conversation tell nobody anything.
  return kind === 'json' ? { name, data, statistics: false } : { name, data };
}

function cellOf(value: string | number | undefined, kind: ColumnKind): Cell {
  if (value === undefined) return undefined;
  if (kind === 'json') return Buffer.from(String(value));
  return kind === 'time' || kind === 'int64' ? BigInt(value) : value;
}
