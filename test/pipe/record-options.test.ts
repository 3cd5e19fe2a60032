import { describe, expect, it } from 'vitest';
import { keyOf, readRecordOptions, writtenOptions } from '../../src/pipe/record-options.js';

describe('writtenOptions', () => {
  it.each([
    {},
    { at: 'last' },
    { at: '2..5', loader: 'codex', itemIds: 'on', keep: ['agents_md'], goal: 'Grind on.' },
    { set: { model: 'stone', features: { personality: false } }, pack: 'p' },
  ])('says %j as a record says it', (record) => {
    expect(writtenOptions(readRecordOptions(record, []))).toEqual(record);
  });

  it('joins settings, and leaves out what is none of a record', () => {
    const options = { set: [{ model: 'a', cwd: '/mill' }, { model: 'b' }], kernel: 'js', out: 'x' };
    expect(writtenOptions(options)).toEqual({ set: { model: 'b', cwd: '/mill' } });
  });
});

describe('keyOf', () => {
  it('is the same for the same options only', () => {
    const key = keyOf({ loader: 'codex', pack: 'p' });
    expect(keyOf({ pack: 'p', loader: 'codex' })).toBe(key);
    expect(keyOf({ pack: 'q', loader: 'codex' })).not.toBe(key);
  });
});
