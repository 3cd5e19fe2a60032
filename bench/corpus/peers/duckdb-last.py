"""What a query engine does with a corpus: the items of each file behind its newest compaction, one row a file.

    duckdb-last.py FOLDER OUTPUT THREADS
"""

import sys
from pathlib import Path

import duckdb

QUERY = """
COPY (
  WITH lines AS (
    SELECT filename, row_number() OVER (PARTITION BY filename) AS line, type, payload
    FROM read_json(
      ?, format = 'newline_delimited', ignore_errors = true, filename = true,
      maximum_object_size = 1073741824,
      columns = {type: 'VARCHAR', payload: 'JSON'}
    )
  ),
  cuts AS (
    SELECT filename, max(line) AS line FROM lines WHERE type = 'compacted' GROUP BY filename
  )
  SELECT lines.filename, list(payload ORDER BY lines.line) AS input
  FROM lines LEFT JOIN cuts USING (filename)
  WHERE type = 'response_item' AND lines.line > coalesce(cuts.line, 0)
  GROUP BY lines.filename
) TO '{output}' (FORMAT json)
"""


def main():
    folder, output, threads = sys.argv[1:]
    files = [str(path) for path in sorted(Path(folder).rglob("*.jsonl"))]
    connection = duckdb.connect()
    connection.execute(f"SET threads = {int(threads)}")
    connection.execute(QUERY.replace("{output}", output.replace("'", "''")), [files])


if __name__ == "__main__":
    main()
