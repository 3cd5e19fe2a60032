import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { LineScanner } from '../../src/contract/kernels.js';
import { LineIndex, LineKind } from '../../src/contract/line-index.js';
import { ScanAhead } from '../../src/rollout/scan-ahead.js';
import { inMemory } from '../../src/sources/memory-bytes.js';

const lineBytes = 10;

/** Twenty lines of ten bytes: items, but each fourth one an event. */
function indexOf(count: number): LineIndex {
  const index = new LineIndex();
  for (let line = 0; line < count; line += 1) {
    const kind = line % 4 === 3 ? LineKind.event : LineKind.item;
    index.add(line * lineBytes, (line + 1) * lineBytes - 1, kind);
  }
  return index;
}

/** Writes down which lines it is given, by where they begin, and which of them it shows. */
class NotingScanner implements LineScanner {
  readonly mostLines = 8;
  round = 0;
  readonly tape = new Uint32Array(0);
  readonly tokenCount = 0;
  readonly scanned: number[] = [];
  shown = -1;
  #lines: number[] = [];

  scanLines(bytes: Uint8Array, bounds: Uint32Array, count: number): void {
    this.round += 1;
    const first = (bytes.byteOffset - offset) / lineBytes;
    this.#lines = Array.from(
      { length: count },
      (_, place) => first + (bounds[place * 2] ?? 0) / lineBytes,
    );
    this.scanned.push(count);
  }

  show(line: number): boolean {
    this.shown = this.#lines[line] ?? -1;
    return this.shown !== 6;
  }
}

const memory = Buffer.alloc(lineBytes * 100);
const offset = memory.byteOffset;

function walk(lines: readonly number[], scanner = new NotingScanner()): readonly number[] {
  const ahead = new ScanAhead(scanner, inMemory(memory), indexOf(100));
  for (const line of lines) {
    expect(ahead.scan(line)).toBe(line !== 6);
    expect(scanner.shown).toBe(line);
  }
  return scanner.scanned;
}

describe('ScanAhead', () => {
  it('takes twice as many lines each time the walk goes on, up to what the scanner takes', () => {
    const items = Array.from({ length: 40 }, (_, line) => line).filter((line) => line % 4 !== 3);
    expect(walk(items)).toEqual([1, 2, 4, 8, 8, 8]);
  });

  it('takes single lines where the walk jumps or goes backwards', () => {
    expect(walk([40, 20, 18, 17, 16, 60, 2])).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  it('goes on where lines of a batch are stepped over', () => {
    expect(walk([0, 1, 2, 4, 6, 9, 10])).toEqual([1, 2, 4, 1, 2]);
  });

  it('scans a line again when another walk took the scanner', () => {
    const scanner = new NotingScanner();
    const ahead = new ScanAhead(scanner, inMemory(memory), indexOf(100));
    for (const line of [0, 1]) ahead.scan(line);
    walk([50], scanner);
    expect([ahead.scan(2), scanner.shown]).toEqual([true, 2]);
  });
});
