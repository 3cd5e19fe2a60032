// datasets, pyarrow and DuckDB: rows come back from JSON lines and from Parquet as they were written, messages as lists.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportDemo, python } from './install.mjs';

const READ = `
import json, sys
import datasets, duckdb
import pyarrow.parquet as parquet

lines, packed, cache = sys.argv[1:]
with open(lines, encoding="utf-8") as file:
    rows = [json.loads(line) for line in file]
for form, path in (("json", lines), ("parquet", packed)):
    loaded = datasets.load_dataset(form, data_files=path, split="train", cache_dir=cache)
    assert len(loaded) == len(rows), (form, len(loaded), len(rows))
    for row, written in zip(loaded, rows):
        assert isinstance(row["messages"], list), type(row["messages"])
        for column in ("messages", "tools", "request_id", "at", "input_tokens"):
            assert row[column] == written[column], (form, written["request_id"], column)
table = parquet.read_table(packed)
assert str(table.schema.field("messages").type) == "extension<arrow.json>", table.schema
(kind, count, told) = duckdb.execute(
    "select typeof(any_value(messages)), count(*), sum(json_array_length(messages)) from read_parquet(?)", [packed]
).fetchone()
assert (kind, count) == ("JSON", len(rows)), (kind, count)
assert told == sum(len(row["messages"]) for row in rows), told
print(f"{len(rows)} rows, {told} messages, datasets {datasets.__version__}, duckdb {duckdb.__version__}")
`;

/** @type {readonly (readonly string[])[]} */
const STYLES = [[], ['--format-option', 'sample=session', '--format-option', 'arguments=string']];

/** @type {import('./run.mjs').Consumer} */
export const consumer = {
  name: 'datasets',
  run(work) {
    const run = python(work, ['datasets==5.2.0', 'pyarrow==26.0.1', 'duckdb==2.0.1']);
    const script = join(work, 'read.py');
    writeFileSync(script, READ);
    const told = STYLES.map((flags) => {
      const lines = join(exportDemo(work, 'hf-messages', flags), 'messages.jsonl');
      const packed = join(exportDemo(work, 'hf-parquet', flags), 'messages.parquet');
      return run([script, lines, packed, join(work, 'cache')]).trim();
    });
    return told.join('; ');
  },
};
