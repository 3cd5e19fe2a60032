"""Loads exports with AIPerf's own loaders and prints how many sessions and requests each gave, as JSON."""

import json
import sys
from types import SimpleNamespace

from aiperf.dataset.loader.inputs_json import InputsJsonPayloadLoader
from aiperf.dataset.loader.mooncake_trace import MooncakeTraceDatasetLoader
from aiperf.dataset.loader.weka_trace import WekaTraceLoader

# What the loader of traces asks of a generator of prompts before it makes any.
GENERATOR = SimpleNamespace(
    tokenizer=SimpleNamespace(resolved_name="none"),
    _cache={},
    _hash_id_corpus_rng=SimpleNamespace(set_trace_id=lambda trace_id: None),
)


def bodies(loader):
    conversations = loader.convert_to_conversations(loader.load_dataset())
    turns = [turn for conversation in conversations for turn in conversation.turns]
    assert all(turn.raw_payload for turn in turns), "a turn without its body"
    return {"sessions": len(conversations), "turns": len(turns)}


def traces(loader):
    groups = loader.load_dataset()
    return {"sessions": len(groups), "turns": sum(map(len, groups.values()))}


def weka(path):
    loaded = WekaTraceLoader(filename=path).load_dataset()
    files = [trace for group in loaded.values() for trace in group]
    rows = [row for trace in files for row in trace.requests]
    turns = sum(len(row.requests) if row.type == "subagent" else 1 for row in rows)
    return {"sessions": len(files), "turns": turns}


inputs, payloads, trace, weka_folder = sys.argv[1:]
assert InputsJsonPayloadLoader.can_load(filename=inputs)
assert WekaTraceLoader.can_load(filename=weka_folder)
print(
    json.dumps(
        {
            "inputs_json": bodies(InputsJsonPayloadLoader(filename=inputs)),
            "mooncake_trace with bodies": bodies(
                MooncakeTraceDatasetLoader(filename=payloads, prompt_generator=GENERATOR)
            ),
            "mooncake_trace": traces(
                MooncakeTraceDatasetLoader(filename=trace, prompt_generator=GENERATOR)
            ),
            "weka_trace": weka(weka_folder),
        }
    )
)
