import { describe, expect, it } from 'vitest';
import { idOf, parseLine, readRecord } from '../../src/pipe/read-record.js';

describe('parseLine', () => {
  it.each([
    ['{"file":"a","id":7}', { file: 'a', id: 7 }],
    ['sessions/a b.jsonl', { file: 'sessions/a b.jsonl' }],
    ['C:\\sessions\\a.jsonl\r', { file: 'C:\\sessions\\a.jsonl' }],
    ['"a"', { file: '"a"' }],
    ['', undefined],
    [' \r', undefined],
  ])('takes %j', (line, value) => {
    expect(parseLine(Buffer.from(line))).toEqual(value);
  });

  it.each([
    [Buffer.from('{"file":'), 'the line is no JSON'],
    [Buffer.from([0x7b, 0xff]), 'the line is not UTF-8'],
    [Buffer.from([0x61, 0xc3]), 'the line is not UTF-8'],
  ])('refuses %j', (line, message) => {
    expect(() => parseLine(line)).toThrow(expect.objectContaining({ code: 'bad_record', message }));
  });
});

describe('readRecord', () => {
  it('takes a path with options', () => {
    const record = { id: 'x', file: 'a.jsonl', at: '2..5', set: { model: 'stone' }, goal: '@a' };
    expect(readRecord(record)).toEqual({
      source: { kind: 'file', file: 'a.jsonl' },
      options: { at: { kind: 'range', from: 2, to: 5 }, set: [{ model: 'stone' }], goal: '@a' },
    });
    expect(readRecord({ file: 'a', at: 3 }).options).toEqual({
      at: { kind: 'range', from: 3, to: 3 },
    });
  });

  it('takes a rollout that comes along, as text or as bytes', () => {
    const bytes = Buffer.from('ä\n');
    expect(readRecord({ rollout: 'ä\n' }).source).toEqual({
      kind: 'rollout',
      file: 'rollout.jsonl',
      bytes,
    });
    expect(readRecord({ rollout: bytes, name: 'n' }).source).toEqual({
      kind: 'rollout',
      file: 'n',
      bytes,
    });
  });

  it('takes a session spec', () => {
    const { source } = readRecord({ spec: { model: 'stone', prompt: 'Go.' }, keep: ['agents_md'] });
    expect(source).toMatchObject({
      kind: 'spec',
      file: 'spec',
      spec: { prompt: 'Go.', settings: { model: 'stone' } },
    });
  });

  it.each([
    [['a'], 'an object such as {"file": "rollout.jsonl", "at": "last"}'],
    [{}, 'one of file, rollout, spec'],
    [{ file: 'a', spec: {} }, 'one of file, rollout, spec'],
    [{ file: 7 }, 'a path'],
    [{ file: '' }, 'a path'],
    [{ file: 'a', name: 'n' }, 'a text, for a rollout or a spec that came with the record'],
    [{ rollout: 7 }, 'the text of a rollout, or in MessagePack its bytes'],
    [{ spec: [] }, 'an object with settings'],
    [{ file: 'a', id: 1.5 }, 'a string, or a whole number that JSON keeps exactly'],
    [{ file: 'a', id: 2 ** 53 }, 'a string, or a whole number that JSON keeps exactly'],
    [{ file: 'a', at: '5..2' }, 'all, last, next, a number from 0, or a range such as 2..5'],
    [{ file: 'a', at: -1 }, 'all, last, next, a number from 0, or a range such as 2..5'],
    [{ file: 'a', loader: 'strict' }, 'lenient or codex'],
    [{ file: 'a', set: 'model=stone' }, 'an object with settings, such as {"model": "gpt-5.5"}'],
    [{ file: 'a', keep: ['agents'] }, 'a list of sections'],
    [{ file: 'a', pack: '' }, 'the name or folder of a pack'],
    [{ file: 'a', promt: 'x' }, 'perhaps prompt'],
    [{ fiel: 'a' }, 'perhaps file'],
    [{ file: 'a', toString: 1 }, expect.stringMatching(/^perhaps|^one of/)],
  ])('refuses %j and says what it takes', (record, expected) => {
    expect(() => readRecord(record)).toThrow(
      expect.objectContaining({
        code: 'bad_record',
        details: expect.objectContaining({ expected, found: expect.any(String) }),
      }),
    );
  });
});

describe('idOf', () => {
  it('is what a record calls itself, if it can be', () => {
    expect([{ id: 'a' }, { id: 7 }, { id: {} }, {}, 'a', undefined].map(idOf)).toEqual([
      'a',
      7,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
