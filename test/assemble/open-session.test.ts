import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { PromptmillError } from '../../src/contract/errors.js';
import {
  inputsOf,
  nextInWords,
  render,
  renderBytes,
  type RenderSetUp,
} from '../support/render-lines.js';
import {
  assistant,
  event,
  item,
  type Json,
  type Line,
  lineBytes,
  message,
  meta,
  meta171,
  numbered,
  record,
  rolloutOf,
  started,
  threadId,
  turn,
  user,
} from '../support/rollout-lines.js';

const codex = { loader: 'codex' } as const;
const plain = turn('a', 'q', 'x');

/** The record of the error that stops a render. */
function refusal(lines: readonly Line[] | Uint8Array, setUp: RenderSetUp = codex): unknown {
  try {
    if (lines instanceof Uint8Array) renderBytes(lines, setUp);
    else render(lines, setUp);
  } catch (error) {
    if (error instanceof PromptmillError) return error.toRecord();
    throw error;
  }
  return undefined;
}

const metaLength = lineBytes(meta()).length;

describe('the strict loader', () => {
  it('refuses a file without any record', () => {
    for (const lines of [[], [''], ['', ' ', '{"torn'], ['words'], [JSON.stringify([1])]]) {
      const record = refusal(lines);
      expect(record).toEqual({
        code: 'empty_rollout',
        message: 'the rollout is empty: no line of it can be read',
        file: 'rollout.jsonl',
        found: `${String(lines.length)} lines`,
        expected: 'at least a session_meta record',
      });
      expect(refusal(lines, {})).toEqual(record);
    }
  });

  it('refuses a file of lines without envelope', () => {
    const bare = [{ id: threadId, timestamp: 't' }, message('user', 'q')];
    expect(refusal(bare)).toMatchObject({ code: 'empty_rollout' });
  });

  it('refuses a file that begins with another record', () => {
    const noMeta = {
      code: 'no_session_meta',
      message: 'the rollout does not start with its session meta',
      file: 'rollout.jsonl',
      found: 'another record',
      expected: 'a session_meta record first',
      remedy: 'render with --loader lenient',
    };
    expect(refusal([user('q'), meta()])).toEqual({ ...noMeta, line: 1, offsetBytes: 0 });
    expect(refusal(['', 'words', started('a'), meta()])).toEqual({
      ...noMeta,
      line: 3,
      offsetBytes: 7,
    });
    expect(refusal(['{"timestamp"', ...plain])).toEqual({ ...noMeta, line: 2, offsetBytes: 13 });
  });

  it('refuses a byte order mark, which spoils the meta', () => {
    const bytes = Buffer.concat([Buffer.from('\ufeff'), rolloutOf([meta(), ...plain])]);
    expect(refusal(bytes)).toMatchObject({
      code: 'no_session_meta',
      line: 2,
      offsetBytes: metaLength + 4,
    });
  });

  it.each([
    [
      'without a version',
      { cli_version: undefined },
      'no "cli_version"',
      '"cli_version" to be a string',
    ],
    ['with an id that is none', { id: 'x' }, '"id": "x"', '"id" to be a UUID'],
    [
      'with base instructions as a string',
      { base_instructions: 'b' },
      '"base_instructions": "b"',
      '"base_instructions" to be an object with a "text"',
    ],
    [
      'with another history mode',
      { history_mode: 'm' },
      '"history_mode": "m"',
      '"history_mode" to be legacy or paginated',
    ],
  ])('refuses a meta %s', (_, more, ...rest) => {
    const [found, expected] = rest as [string, string];
    expect(refusal([meta(more), ...plain])).toEqual({
      code: 'bad_session_meta',
      message: `the session meta can't be read: ${found}`,
      file: 'rollout.jsonl',
      line: 1,
      offsetBytes: 0,
      found,
      expected,
      remedy: 'render with --loader lenient',
    });
    expect(refusal([meta(more), ...plain], {})).toBe(undefined);
  });

  it.each([
    ['in a record', 3],
    ['in a line that is no record anyway', 1],
  ])('refuses a single byte that is no UTF-8 %s', (_, at) => {
    const lines: Line[] = [meta(), 'words', ...plain];
    const bad = Buffer.concat([Buffer.from(lineBytes(lines[at] ?? '')), Buffer.from([0xff])]);
    const before = rolloutOf(lines.slice(0, at)).length;
    expect(refusal(lines.with(at, bad))).toEqual({
      code: 'invalid_utf8',
      message: `line ${String(at + 1)} is not well-formed UTF-8`,
      file: 'rollout.jsonl',
      line: at + 1,
      offsetBytes: before,
      found: 'bytes that are no UTF-8',
      expected: 'a file of well-formed UTF-8 throughout',
      remedy: 'render with --loader lenient, which leaves such lines out',
    });
  });

  it('refuses a paginated file whose last record has no ordinal', () => {
    const paginated = [meta({ history_mode: 'paginated' }), ...plain].map((line, index) =>
      numbered(index, line),
    );
    expect(refusal(paginated)).toBe(undefined);
    expect(refusal([...paginated, 'words', ''])).toBe(undefined);
    const gaps = paginated
      .filter((_, index) => index !== 2)
      .map((line, index) => (index === 3 ? (plain[2] ?? '') : line));
    expect(refusal(gaps)).toBe(undefined);
    const lines = [...paginated, started('b')];
    expect(refusal(lines)).toEqual({
      code: 'bad_ordinal',
      message: 'the last record of a paginated rollout has no ordinal',
      file: 'rollout.jsonl',
      line: lines.length,
      offsetBytes: rolloutOf(paginated).length,
      found: 'no "ordinal"',
      expected: 'an "ordinal" on the last record',
    });
  });

  it('takes no ordinals in a file that is not paginated, and strange ones in one that is', () => {
    expect(refusal([meta(), ...plain])).toBe(undefined);
    const strange = [5, 5, 3, 900, 0, 1, 2, 7];
    const lines = [meta({ history_mode: 'paginated' }), ...plain].map((line, index) =>
      numbered(strange[index] ?? 0, line),
    );
    expect(refusal(lines)).toBe(undefined);
  });

  it('refuses a file that is named for another thread, from release 0.171 on', () => {
    const other = '11111111-2222-4333-8444-555555555555';
    const name = (id: string): string => `/sessions/rollout-2026-03-04T05-06-07-${id}.jsonl`;
    expect(refusal([meta171(), ...plain], { ...codex, file: name(other) })).toEqual({
      code: 'file_id_mismatch',
      message: 'the file is named for another thread',
      file: name(other),
      found: `session_meta.id ${threadId}`,
      expected: other,
    });
    expect(refusal([meta171(), ...plain], { ...codex, file: name(threadId) })).toBe(undefined);
    expect(refusal([meta171(), ...plain], { ...codex, file: '/sessions/other.jsonl' })).toBe(
      undefined,
    );
    expect(refusal([meta(), ...plain], { ...codex, file: name(other) })).toBe(undefined);
    expect(refusal([meta171(), ...plain], { file: name(other) })).toBe(undefined);
  });

  it("passes over lines that it can't read", () => {
    const junk = [
      'words',
      '{"torn',
      '[]',
      '',
      '   ',
      '{}',
      JSON.stringify(started('b')).slice(0, 50),
      '\u00a0',
      '\0\0\0',
    ];
    const lines = [meta(), ...plain.flatMap((line) => [...junk, line]), ...junk];
    expect(inputsOf(render(lines, codex))).toEqual(inputsOf(render([meta(), ...plain], codex)));
  });

  it('takes carriage returns, and a file without a line feed at its end', () => {
    const lines = [meta(), ...plain];
    const expected = inputsOf(render(lines, codex));
    const crlf = Buffer.from(Buffer.from(rolloutOf(lines)).toString().replaceAll('\n', '\r\n'));
    expect(inputsOf(renderBytes(crlf, codex))).toEqual(expected);
    expect(inputsOf(renderBytes(rolloutOf(lines).subarray(0, -1), codex))).toEqual(expected);
  });

  it('goes by the first meta', () => {
    const second = meta({
      id: '11111111-2222-4333-8444-555555555555',
      base_instructions: { text: 'Other.' },
    });
    const { report, requests } = render([meta(), second, ...plain], {
      ...codex,
      at: { kind: 'next' },
    });
    expect([report.threadId, requests[0]?.request['instructions']]).toEqual([
      threadId,
      'Grind slowly.',
    ]);
  });

  it('takes no lines of 2025 without envelope, nor lone surrogates, nor old outputs', () => {
    const lone = JSON.stringify(user('@')).replace('@', '\\ud83e');
    const old = item({ type: 'function_call_output', call_id: 'c', output: { content: 'o' } });
    const lines = [meta(), user('q'), message('user', 'bare'), lone, old];
    expect(nextInWords(lines, codex)).toEqual(['q']);
  });
});

describe('the lenient loader', () => {
  const notices = (lines: readonly Line[] | Uint8Array, setUp: RenderSetUp = {}): unknown =>
    (lines instanceof Uint8Array ? renderBytes(lines, setUp) : render(lines, setUp)).report.notices;

  it('has nothing to say about a sound file', () => {
    expect(notices([meta(), ...plain, '', ' \t\r'])).toEqual([]);
  });

  it('reports damaged lines and a torn tail with their places', () => {
    expect(notices([meta(), 'words', ...plain, '{"torn'])).toEqual([
      {
        code: 'damaged_line',
        line: 2,
        offsetBytes: metaLength + 1,
        found: 'no whole JSON record',
        expected: 'one JSON object',
      },
      {
        code: 'truncated_tail',
        line: 3 + plain.length,
        offsetBytes: rolloutOf([meta(), 'words', ...plain]).length,
        found: 'no whole JSON record',
        expected: 'one JSON object',
      },
    ]);
  });

  it('reports a tail that is torn behind a sound head', () => {
    const whole = [meta(), ...plain, started('b')];
    const torn = lineBytes(user('r')).subarray(0, -2);
    const lines = Buffer.concat([rolloutOf(whole), torn]);
    const { report, requests } = renderBytes(lines);
    expect(requests).toEqual(render(whole).requests);
    expect(report.notices).toEqual([
      {
        code: 'truncated_tail',
        line: whole.length + 1,
        offsetBytes: rolloutOf(whole).length,
        found: 'no whole JSON record',
        expected: 'one JSON object',
      },
    ]);
    expect(
      renderBytes(Buffer.concat([rolloutOf(whole), lineBytes(user('r'))])).report.notices,
    ).toEqual([]);
  });

  it('leaves out lines that are no UTF-8, and reports them', () => {
    const bad = Buffer.concat([Buffer.from(lineBytes(user('bad'))), Buffer.from([0xc3])]);
    const lines = [meta(), user('q'), bad, assistant('x'), user('r')];
    expect(nextInWords(lines)).toEqual(['q', 'x', 'r']);
    expect(notices(lines)).toEqual([
      {
        code: 'invalid_utf8_line',
        line: 3,
        offsetBytes: rolloutOf(lines.slice(0, 2)).length,
        found: 'bytes that are no UTF-8',
        expected: 'well-formed UTF-8',
      },
    ]);
  });

  it('skips a byte order mark, and reports it', () => {
    const bytes = Buffer.concat([Buffer.from('\ufeff'), rolloutOf([meta(), ...plain])]);
    const { report, requests } = renderBytes(bytes);
    expect(requests).toEqual(render([meta(), ...plain]).requests);
    expect(report.notices).toEqual([
      {
        code: 'byte_order_mark',
        line: 1,
        offsetBytes: 0,
        found: 'a byte order mark',
        expected: 'the file to begin with {',
      },
    ]);
  });

  it('reads lines of 2025 without envelope, and reports them', () => {
    const bareMeta = { id: threadId, timestamp: 't', instructions: null };
    const state = { record_type: 'state' };
    const lines = [
      bareMeta,
      message('user', 'q'),
      state,
      message('assistant', 'x'),
      message('user', 'r'),
    ];
    expect(nextInWords(lines)).toEqual(['q', 'x', 'r']);
    expect(render(lines).report.threadId).toBe(threadId);
    expect((notices(lines) as Json[]).map(({ code, line, found }) => [code, line, found])).toEqual([
      ['bare_line', 1, 'meta data without envelope'],
      ['bare_line', 2, 'an item without envelope'],
      ['bare_line', 4, 'an item without envelope'],
      ['bare_line', 5, 'an item without envelope'],
    ]);
  });

  it('looks for the meta further down, and reports that it was not first', () => {
    const lines = [user('q'), meta(), assistant('x')];
    const { report, requests } = render(lines);
    expect([report.threadId, requests[0]?.request['instructions']]).toEqual([
      threadId,
      'Grind slowly.',
    ]);
    expect(report.notices).toEqual([
      {
        code: 'missing_meta',
        line: 1,
        offsetBytes: 0,
        found: 'a record before any session meta',
        expected: 'session_meta first',
      },
    ]);
  });

  it("takes the id from the file's name when there is no meta at all", () => {
    const file = `/a/rollout-2026-03-04T05-06-07-${threadId}.jsonl`;
    expect(render([user('q'), assistant('x')], { file }).report.threadId).toBe(threadId);
    expect(render([user('q'), assistant('x')], { file: 'x.jsonl' }).report.threadId).toBe(
      'unknown',
    );
  });

  it('keeps lone surrogates as they are', () => {
    const lone = JSON.stringify(user('@')).replace('@', '\\ud83e');
    expect(nextInWords([meta(), lone])).toEqual(['\ud83e']);
  });

  it('keeps a hundred notices and counts the rest', () => {
    const lines = [meta(), ...plain, ...Array.from({ length: 130 }, () => 'words')];
    const { report } = render(lines);
    expect([report.notices.length, report.noticesLeftOut]).toEqual([100, 30]);
  });
});

describe('the rules', () => {
  const rulesOf = (version: unknown, rules: RenderSetUp['rules'] = 'auto'): string =>
    render([meta({ cli_version: version }), ...plain], { rules }).report.rules;

  it.each([
    ['0.145.0', '0.145'],
    ['0.149.9', '0.145'],
    ['0.150.0', '0.150'],
    ['0.155.0-alpha.16', '0.155'],
    ['0.162.1', '0.159'],
    ['0.163.0', '0.163'],
    ['0.171.0', '0.171'],
    ['0.200.3', '0.171'],
    ['1.0.0', '0.171'],
    ['0.47.0', '0.145'],
    ['0.9.0', '0.145'],
    ['dev', '0.145'],
    [undefined, '0.145'],
  ])('of %s are those of %s', (version, expected) => {
    expect(rulesOf(version)).toBe(expected);
  });

  it('may be asked for', () => {
    expect(rulesOf('0.145.0', '0.171')).toBe('0.171');
    expect(rulesOf('0.171.0', '0.145')).toBe('0.145');
  });

  it('that nobody knows are refused', () => {
    const rules = '0.999' as 'auto';
    expect(
      refusal([meta(), event('x'), record('compacted', { message: '' })], { rules }),
    ).toMatchObject({
      code: 'unknown_rules',
    });
  });
});
