import { describe, expect, it } from 'vitest';
import { LinePlaces } from '../../../src/assemble/trace/line-places.js';
import { LineIndex, LineKind } from '../../../src/contract/line-index.js';
import { inMemory } from '../../../src/sources/memory-bytes.js';

describe('LinePlaces', () => {
  const index = new LineIndex();
  for (const start of [0, 10, 20, 30]) index.add(start, start + 9, LineKind.other);
  const segments = [
    { file: 'parent', startBytes: 0, endBytes: 20 },
    { file: 'child', startBytes: 20, endBytes: 40 },
  ];
  const places = new LinePlaces(
    { file: 'child', bytes: inMemory(Buffer.alloc(40)), segments },
    index,
  );

  it('counts a line in the file it stands in, from 1', () => {
    expect([0, 1, 2, 3].map((line) => places.of(line))).toEqual([
      { file: 'parent', line: 1 },
      { file: 'parent', line: 2 },
      { file: 'child', line: 1 },
      { file: 'child', line: 2 },
    ]);
  });

  it('counts a byte from the start of its own file', () => {
    expect([0, 19, 20, 39].map((offset) => places.offsetBytes(offset))).toEqual([0, 19, 0, 19]);
  });
});
