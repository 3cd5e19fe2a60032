"""Loads a Mooncake trace and Weka traces with GuideLLM's own loaders and prints what each request became, as JSON."""

import contextlib
import json
import sys

from byte_tokenizer import byte_tokenizer
from guidellm.data.deserializers import DatasetDeserializerFactory
from guidellm.schemas.data.deserializers import (
    MooncakeTraceFormatArgs,
    WEKATraceFormatArgs,
)
from guidellm.schemas.data.deserializers.file import FileDataArgs

PROCESSOR = byte_tokenizer()


def turns(kind, path):
    config = kind(source=FileDataArgs(kind="json_file", path=path))
    dataset = DatasetDeserializerFactory.deserialize(
        config=config, processor_factory=lambda: PROCESSOR, random_seed=1
    )
    rows = [json.loads(row["conversation_turns"]) for row in dataset]
    return [read(turn["columns"]) for row in rows for turn in row["turns"]]


def read(columns):
    return {
        "tokens": columns["prompt_tokens_count_column"][0],
        "start": columns["relative_timestamp_column"][0],
    }


trace, *files = sys.argv[1:]
# What it loads it also talks about, on standard output.
with contextlib.redirect_stdout(sys.stderr):
    result = {
        "mooncake": turns(MooncakeTraceFormatArgs, trace),
        "weka": [turn for file in files for turn in turns(WEKATraceFormatArgs, file)],
    }
print(json.dumps(result))
