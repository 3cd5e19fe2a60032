import { type AsyncBuffer, parquetMetadata, parquetReadObjects } from 'hyparquet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord, type JsonRecord } from '../../../src/contract/json-record.js';
import { hfMessages, hfParquet } from '../../../src/export/dataset/hf-messages.js';
import {
  called,
  faultsOf,
  type MadeRequest,
  madeSession,
  output,
  runExport,
  said,
  thought,
  threadId,
} from '../../support/export-run.js';
import { madeRequests } from '../../support/made-sessions.js';

const opening = [said('developer', 'Weigh first.'), said('user', 'count')];
const answer = [thought('Look.'), called('c1', '{"bin":1}')];
const parting = [said('assistant', 'Three.')];
const story: readonly MadeRequest[] = [
  { input: opening, answer },
  { input: [...opening, ...answer, output('c1', 'three')], answer: parting },
];

describe('hf-messages (formats §2.7)', () => {
  it('writes a row for each request, its answer at the end', () => {
    const [row] = rowsOf(story);
    expect(row).toStrictEqual({
      session_id: threadId,
      thread_id: threadId,
      request_id: `${threadId}#0`,
      at: 0,
      kind: 'turn',
      ts: '2026-01-01T00:00:00.000Z',
      model: 'stone',
      cli_version: '0.171.0',
      input_tokens: null,
      cached_input_tokens: null,
      output_tokens: null,
      messages: [
        { role: 'system', content: 'Mill.' },
        { role: 'developer', content: 'Weigh first.' },
        { role: 'user', content: 'count' },
        {
          role: 'assistant',
          content: '',
          thinking: 'Look.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'grind', arguments: { bin: 1 } } },
          ],
        },
      ],
      tools: [],
    });
  });

  it('takes arguments as text, reasoning elsewhere, developers as system, and no answer', () => {
    const [, row] = rowsOf(story, {
      arguments: 'string',
      reasoning: 'reasoning_content',
      developer: 'system',
      answer: 'without',
    });
    expect(row?.['messages']).toStrictEqual([
      { role: 'system', content: 'Mill.' },
      { role: 'system', content: 'Weigh first.' },
      { role: 'user', content: 'count' },
      {
        role: 'assistant',
        content: '',
        reasoning_content: 'Look.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'grind', arguments: '{"bin":1}' } },
        ],
      },
      { role: 'tool', content: 'three', tool_call_id: 'c1', name: 'grind' },
    ]);
  });

  it('writes a row for each stretch of a session, and says what was said in it', () => {
    const rolledBack = { input: [...opening, said('user', 'again')], answer: parting };
    const rows = rowsOf([...story, rolledBack], { sample: 'session' });
    expect(rows.map((row) => [row['request_id'], trainMarks(row)])).toStrictEqual([
      [`${threadId}#1`, [true, true]],
      [`${threadId}#2`, [true]],
    ]);
  });

  it('refuses a word that an option does not take', () => {
    expect(() => rowsOf(story, { sample: 'all' })).toThrow('the option sample does not take all');
  });

  it('has every answer to be learned once in the stretches of a session, whatever happens in it', () => {
    fc.assert(
      fc.property(madeRequests, (requests) => {
        const rows = rowsOf(requests, { sample: 'session' });
        const marks = rows.flatMap(trainMarks).filter(Boolean);
        expect(marks).toHaveLength(requests.length);
      }),
      { numRuns: 60 },
    );
  });

  it('checks that outputs follow their calls', () => {
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'tool', content: '', tool_call_id: 'c1' },
    ];
    const faults = faultsOf(hfMessages, `${JSON.stringify({ messages })}\n`);
    expect(faults.map(({ path }) => path)).toStrictEqual(['/messages/1/tool_call_id']);
  });
});

describe('hf-parquet (formats §6.1)', () => {
  it('holds the same rows as the JSON lines, whatever the row groups', async () => {
    await fc.assert(
      fc.asyncProperty(
        madeRequests,
        fc.constantFrom('1', '900', '1000000'),
        async (requests, bytes) => {
          const file = parquetOf(requests, { 'row-group-bytes': bytes });
          const read = await parquetReadObjects({ file: asAsync(file), utf8: false });
          expect(read.map(asWritten)).toStrictEqual(rowsOf(requests));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('ends a row group by bytes, and tells JSON in both annotations', () => {
    const file = parquetOf(story, { 'row-group-bytes': '1' });
    const metadata = parquetMetadata(asArrayBuffer(file));
    expect(metadata.row_groups.map(({ num_rows }) => num_rows)).toStrictEqual([1n, 1n]);
    const column = metadata.schema.find(({ name }) => name === 'messages');
    expect([column?.converted_type, column?.logical_type]).toStrictEqual([
      'JSON',
      { type: 'JSON' },
    ]);
  });

  it('is the same bytes each time', () => {
    expect(parquetOf(story).equals(parquetOf(story))).toBe(true);
  });

  it('is a file without rows where there is no request', async () => {
    const read = await parquetReadObjects({ file: asAsync(parquetOf([])) });
    expect(read).toStrictEqual([]);
  });
});

function rowsOf(
  requests: readonly MadeRequest[],
  options: Readonly<Record<string, string>> = {},
): readonly JsonRecord[] {
  return runExport(hfMessages, [madeSession(requests)], options).values('messages.jsonl');
}

function parquetOf(
  requests: readonly MadeRequest[],
  options: Readonly<Record<string, string>> = {},
): Buffer {
  const sink = runExport(hfParquet, [madeSession(requests)], options);
  return sink.files.get('messages.parquet') ?? Buffer.alloc(0);
}

/** For each assistant message of a row, whether it is to be learned. */
function trainMarks({ messages }: JsonRecord): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return list.filter(isRecord).flatMap(({ role, train }) => (role === 'assistant' ? [train] : []));
}

function asAsync(file: Buffer): AsyncBuffer {
  const whole = asArrayBuffer(file);
  return { byteLength: whole.byteLength, slice: (start, end) => whole.slice(start, end) };
}

function asArrayBuffer(file: Buffer): ArrayBuffer {
  return new Uint8Array(file).buffer;
}

/** A row as Parquet gives it, as JSON lines have it. */
function asWritten(row: Readonly<Record<string, unknown>>): JsonRecord {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()];
      return [name, typeof value === 'bigint' ? Number(value) : (value ?? null)];
    }),
  );
}
