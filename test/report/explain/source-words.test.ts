import { expect, it } from 'vitest';
import type { Origin } from '../../../src/contract/trace.js';
import { sourceWords } from '../../../src/report/explain/source-words.js';

it('a source is told in a few words, with a file only where it is another', () => {
  const origins: readonly Origin[] = [
    { kind: 'recorded', file: 'a/own.jsonl', line: 4, offsetBytes: 9 },
    { kind: 'recorded', file: 'a/parent.jsonl', line: 4, offsetBytes: 9 },
    { kind: 'derived', file: 'a/own.jsonl', line: 4 },
    { kind: 'pack', pack: 'builtin' },
    { kind: 'catalog', model: 'stone' },
    { kind: 'given', name: 'tools' },
    { kind: 'protocol' },
    { kind: 'assumed', note: 'by default' },
  ];
  expect(origins.map((origin) => sourceWords(origin, 'a/own.jsonl'))).toEqual([
    'line 4',
    'line 4 of parent.jsonl',
    'from line 4',
    'pack builtin',
    'catalog stone',
    'given: tools',
    'protocol',
    'assumed: by default',
  ]);
});
