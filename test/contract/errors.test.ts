import { describe, expect, it } from 'vitest';
import { PromptmillError, toErrorRecord } from '../../src/contract/errors.js';

const details = { line: 3, offsetBytes: 70, found: 'f', expected: 'e', remedy: 'r' };

describe('PromptmillError', () => {
  it('becomes a record and is made of one again', () => {
    const error = new PromptmillError('bad_catalog', 'words', { file: 'a', ...details });
    const record = { code: 'bad_catalog', message: 'words', file: 'a', ...details };
    expect(error.toRecord()).toEqual(record);
    expect(structuredClone(error.toRecord())).toEqual(record);
    const again = PromptmillError.fromRecord(error.toRecord());
    expect(again).toBeInstanceOf(PromptmillError);
    expect(again.toRecord()).toEqual(record);
  });

  it('gets the file it belongs to, once', () => {
    const cause = new Error('deeper');
    const error = new PromptmillError('input_corrupt', 'words', { ...details, cause });
    const placed = error.inFile('a');
    expect([placed.details, placed.cause]).toEqual([{ ...details, file: 'a' }, cause]);
    expect(placed.inFile('b')).toBe(placed);
    expect(error.details).toEqual(details);
  });
});

describe('toErrorRecord', () => {
  it('makes a record of whatever was thrown', () => {
    expect(toErrorRecord(new PromptmillError('aborted', 'words'))).toEqual({
      code: 'aborted',
      message: 'words',
    });
    expect(toErrorRecord(new RangeError('too far'))).toEqual({
      code: 'internal',
      message: 'RangeError: too far',
    });
    expect(toErrorRecord('words')).toEqual({ code: 'internal', message: 'words' });
    expect(toErrorRecord(undefined)).toEqual({ code: 'internal', message: 'undefined' });
  });
});
