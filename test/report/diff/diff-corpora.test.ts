import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { diffCorpora } from '../../../src/report/diff/diff-corpora.js';
import { DiffSide } from '../../../src/report/diff/open-side.js';
import { createTokenCounter } from '../../../src/tokens/counter.js';

const folder = mkdtempSync(join(tmpdir(), 'promptmill-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of rendered requests; each row is a thread, a number, and what the user said. */
function sideOf(name: string, rows: readonly (readonly [string, number, string])[]): DiffSide {
  const file = join(folder, name);
  const lines = rows.map(([thread, at, text]) =>
    JSON.stringify({
      id: `${thread}#${at}`,
      source: { file: 'x.jsonl', line: 1 },
      at,
      kind: 'turn',
      request: {
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
      },
      fidelity: {},
    }),
  );
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return new DiffSide([file], {});
}

const options = { counter: await createTokenCounter('bytes/4'), text: 'none' } as const;

describe('diffCorpora', () => {
  it('matches requests by thread and number, whatever the order of the threads', async () => {
    const diff = await diffCorpora(
      {
        before: sideOf('a.jsonl', [
          ['rye', 0, 'grind'],
          ['rye', 1, 'sift'],
          ['oats', 0, 'roll'],
          ['gone', 0, 'x'],
        ]),
        after: sideOf('b.jsonl', [
          ['new', 0, 'y'],
          ['oats', 0, 'rolled'],
          ['rye', 0, 'grind'],
          ['rye', 1, 'sift'],
          ['rye', 2, 'pack'],
        ]),
      },
      options,
    );
    expect(diff).toEqual({
      sessions: { both: 2, onlyBefore: 1, onlyAfter: 1 },
      requests: { both: 3, onlyBefore: 1, onlyAfter: 2, equal: 2, differ: 1 },
      counter: 'bytes/4',
      sections: {
        'user message': {
          requests: 1,
          changed: 1,
          moved: 0,
          added: 0,
          removed: 0,
          bytesDelta: 2,
          tokensDelta: 1,
        },
      },
      size: { before: { bytes: 92, tokens: 1 }, after: { bytes: 94, tokens: 2 } },
      worst: [
        {
          requests: {
            before: { id: 'oats#0', file: join(folder, 'a.jsonl') },
            after: { id: 'oats#0', file: join(folder, 'b.jsonl') },
          },
          changes: 1,
          bytesDelta: 2,
          tokensDelta: 1,
        },
      ],
      failures: [],
    });
  });

  it('matches by number alone when each side is one session', async () => {
    const { requests } = await diffCorpora(
      { before: sideOf('c.jsonl', [['one', 0, 'x']]), after: sideOf('d.jsonl', [['two', 0, 'x']]) },
      options,
    );
    expect(requests).toEqual({ both: 1, onlyBefore: 0, onlyAfter: 0, equal: 1, differ: 0 });
  });

  it('counts a file that cannot be read as a failure', async () => {
    const missing = new DiffSide([join(folder, 'missing.jsonl.gz')], {});
    const { failures } = await diffCorpora({ before: missing, after: missing }, options);
    expect(failures.map(({ code }) => code)).toEqual(['input_not_found']);
  });
});
