// Data of a page without parts, to be filled by tests.

import type { PageData } from '../../src/report/html/page-data.js';
import type { Part, PlacedPart } from '../../src/report/html/page/model.js';
import { emptyColumns } from '../../src/report/html/collect-parts.js';

export function emptyPage({ threadId = 'thread', texts = [] as readonly string[] } = {}): PageData {
  return {
    session: {
      file: 'rollout.jsonl',
      threadId,
      version: '0.145.0',
      rules: '0.145',
      cwd: '',
      recordedRequests: 0,
      lines: 0,
      inputBytes: 0,
    },
    counter: 'bytes/4',
    madeBy: 'promptmill',
    protocol: { id: 'protocol', label: 'keys', family: 'structure' },
    sections: [],
    sources: [],
    rules: [],
    fidelities: [],
    names: [],
    texts,
    parts: emptyColumns(),
    requests: [],
  };
}

/** A part in a request, of which a test tells what matters to it. */
export function placedPart({
  position = 0,
  ...more
}: Partial<Part> & { position?: number } = {}): PlacedPart {
  const part: Part = {
    id: position,
    kind: 'item',
    type: 'message',
    role: '',
    title: '',
    label: '',
    section: { id: 'user_message', label: 'user message', family: 'user' },
    source: { kind: 'recorded', detail: 'rollout.jsonl' },
    rule: { id: 'item.recorded', words: 'recorded' },
    textId: 0,
    text: '',
    nth: 0,
    bytes: 1,
    tokens: 1,
    line: 1,
    offsetBytes: 0,
    enteredAt: 0,
    cutBytes: 0,
    ...more,
  };
  return { part, position, path: `/input/${position}` };
}
