import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { tokenWords } from '../../src/contract/tape.js';
import { jsKernel } from '../../src/kernels/js/kernel.js';
import { scanLine, viewWhole } from '../../src/rollout/scan-line.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { narrow } from '../support/narrow-bytes.js';

const line = JSON.stringify({
  type: 'response_item',
  payload: {
    text: `${'é🦀'.repeat(100)}\n${'x'.repeat(500)}`,
    list: [1, 2.5, true, null],
    role: 'user',
  },
});
const before = 'junk before\n';
const bytes = Buffer.from(`${before}${line}\njunk behind`);
const start = before.length;
const end = start + Buffer.byteLength(line);

function tapeThrough(maxViewBytes: number): Uint32Array | undefined {
  const scanner = jsKernel.createScanner();
  const source = maxViewBytes === 0 ? inMemory(bytes) : narrow(bytes, maxViewBytes);
  if (!scanLine(scanner, source, start, end)) return undefined;
  return scanner.tape.slice(0, scanner.tokenCount * tokenWords);
}

describe('scanLine', () => {
  it('leaves the same tape whatever the window', () => {
    const whole = tapeThrough(0);
    expect(whole).toBeDefined();
    for (const size of [70, 71, 72, 100, 333, 1024]) expect(tapeThrough(size)).toEqual(whole);
  });

  it('says no to a line that is no JSON, in one view or in several', () => {
    const broken = Buffer.from(`{"text":"${'x'.repeat(300)}"`);
    const scanner = jsKernel.createScanner();
    expect(scanLine(scanner, inMemory(broken), 0, broken.length)).toBe(false);
    expect(scanLine(scanner, narrow(broken, 100), 0, broken.length)).toBe(false);
    expect(scanLine(scanner, inMemory(broken), 0, 0)).toBe(false);
  });

  it.each(['7', 'x'])('gives up on a token of %s that no window can show whole', (character) => {
    const endless = Buffer.from(`[${character.repeat(500)}]`);
    expect(scanLine(jsKernel.createScanner(), narrow(endless, 100), 0, endless.length)).toBe(false);
  });
});

describe('viewWhole', () => {
  it('gives a range in one piece, put together when it is longer than a view', () => {
    for (const size of [7, 100, 5000]) {
      const found = viewWhole(narrow(bytes, size), start, end);
      expect(Buffer.from(found).toString()).toBe(line);
    }
    expect(viewWhole(narrow(bytes, 7), 3, 3)).toHaveLength(0);
  });
});
