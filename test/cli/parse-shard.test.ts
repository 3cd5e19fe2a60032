import { describe, expect, it } from 'vitest';
import { parseShard } from '../../src/cli/parse-shard.js';

describe('parseShard', () => {
  it('takes a share by its number, or leaves it to the scheduler', () => {
    expect(parseShard('0/1')).toEqual({ kind: 'named', shard: { index: 0, count: 1 } });
    expect(parseShard('3/8')).toEqual({ kind: 'named', shard: { index: 3, count: 8 } });
    expect(parseShard('auto')).toEqual({ kind: 'auto', count: undefined });
    expect(parseShard('auto/8')).toEqual({ kind: 'auto', count: 8 });
  });

  it.each(['8/8', '3', '3/', '/8', '0/0', 'auto/0', '-1/8', '1.5/8', 'Auto', ''])(
    'refuses "%s"',
    (text) => {
      expect(() => parseShard(text)).toThrow(expect.objectContaining({ code: 'usage' }));
    },
  );
});
