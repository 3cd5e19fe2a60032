import { describe, expect, it } from 'vitest';
import { LineBuffer } from '../../src/pipe/line-buffer.js';

function buffer(maxBytes: number): { readonly lines: LineBuffer; readonly taken: string[] } {
  const taken: string[] = [];
  const lines = new LineBuffer(maxBytes, (line) => taken.push(Buffer.from(line).toString('utf8')));
  return { lines, taken };
}

describe('LineBuffer', () => {
  it('hands lines on when they are whole', () => {
    const { lines, taken } = buffer(100);
    for (const chunk of ['on', 'e\nt', 'wo\nthree\n', 'fo']) lines.write(Buffer.from(chunk));
    expect(taken).toEqual(['one', 'two', 'three']);
  });

  it('forgets a line that broke off', () => {
    const { lines, taken } = buffer(100);
    lines.write(Buffer.from('one\nbro'));
    lines.clear();
    lines.write(Buffer.from('two\n'));
    expect(taken).toEqual(['one', 'two']);
  });

  it('refuses a line that is longer than its bound, and takes one that just fits', () => {
    const { lines, taken } = buffer(4);
    lines.write(Buffer.from('four\n'));
    expect(() => lines.write(Buffer.from('fives\n'))).toThrow(
      expect.objectContaining({ code: 'record_too_large' }),
    );
    expect(taken).toEqual(['four']);
  });
});
