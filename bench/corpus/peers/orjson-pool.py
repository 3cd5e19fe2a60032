"""The straightforward program in Python: orjson for each line, a pool of processes, one file a task.

    orjson-pool.py last|all FOLDER OUTPUT PROCESSES
"""

import sys
from multiprocessing import Pool
from pathlib import Path

import orjson

MODEL_ITEMS = {"reasoning", "function_call", "custom_tool_call", "local_shell_call"}


def starts_response(record):
    payload = record["payload"]
    if record.get("type") != "response_item":
        return False
    kind = payload.get("type")
    return kind in MODEL_ITEMS or (kind == "message" and payload.get("role") == "assistant")


def parse(line):
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return record if isinstance(record, dict) and isinstance(record.get("payload"), dict) else None


def print_request(meta, items):
    instructions = (meta.get("base_instructions") or {}).get("text", "")
    request = {"instructions": instructions, "input": items}
    return orjson.dumps({"id": meta.get("id"), "request": request}, option=orjson.OPT_APPEND_NEWLINE)


def rebuild(job):
    path, at = job
    meta, items, due, out = {}, [], False, []
    with open(path, "rb") as file:
        for line in file:
            record = parse(line)
            if record is None:
                continue
            kind, payload = record.get("type"), record["payload"]
            starts = starts_response(record)
            if starts:
                if at == "all" and due:
                    out.append(print_request(meta, items))
                due = False
            if kind == "session_meta" and not meta:
                meta = payload
            elif kind == "response_item":
                items.append(payload)
                due = due or not starts
            elif kind == "compacted" and payload.get("replacement_history") is not None:
                items = list(payload["replacement_history"])
    if at == "last":
        out.append(print_request(meta, items))
    return b"".join(out)


def main():
    at, folder, output, processes = sys.argv[1:]
    jobs = [(str(path), at) for path in sorted(Path(folder).rglob("*.jsonl"))]
    with Pool(int(processes)) as pool, open(output, "wb") as target:
        for written in pool.imap(rebuild, jobs):
            target.write(written)


if __name__ == "__main__":
    main()
