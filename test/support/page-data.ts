// Data of a page without parts, to be filled by tests.

import type { PageData } from '../../src/report/html/page-data.js';

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
    parts: {
      section: [],
      source: [],
      rule: [],
      text: [],
      kind: [],
      type: [],
      role: [],
      title: [],
      label: [],
      nth: [],
      bytes: [],
      tokens: [],
      line: [],
      offsetBytes: [],
      enteredAt: [],
      cutBytes: [],
    },
    requests: [],
  };
}
