// Inspect AI: the generated task is run over all samples with the model that answers without a network.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportDemo, python } from './install.mjs';

// The model without a network counts tokens with a table that is loaded from the network: it is told to count letters.
const EVALUATE = `
import sys
from inspect_ai import eval
from inspect_ai.model import _tokens, _model

def letters(text):
    return max(1, len(text) // 4)

_tokens.count_text_tokens = letters
_model.count_text_tokens = letters
(log,) = eval(sys.argv[1], model="mockllm/model", log_dir=sys.argv[2], display="none")
assert log.status == "success", (log.status, log.error and log.error.message)
samples = log.samples or []
assert len(samples) == log.eval.dataset.samples, len(samples)
assert all(sample.error is None for sample in samples)
calls = sum(len(m.tool_calls or []) for s in samples for m in s.messages if m.role == "assistant")
tools = sum(len(e.tools) for s in samples for e in s.events if e.event == "model")
print(f"{len(samples)} samples, {calls} calls, {tools} tools offered")
`;

/** @type {import('./run.mjs').Consumer} */
export const consumer = {
  name: 'inspect-ai',
  run(work) {
    const run = python(work, ['inspect-ai==0.3.285']);
    const out = exportDemo(work, 'inspect');
    const script = join(work, 'evaluate.py');
    writeFileSync(script, EVALUATE);
    // It takes paths from the folder it is started in.
    return run([script, 'task.py', join(work, 'logs')], out).trim();
  },
};
