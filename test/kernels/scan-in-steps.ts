// Runs a scanner over a value: in one step, in a range, or in steps as a reader with a small window would.

import type { JsonScanner, Kernel, LineScanner } from '../../src/contract/kernels.js';
import { tokenWords } from '../../src/contract/tape.js';

/** The tape, or why there is none. */
export interface ScanResult {
  readonly tape?: readonly number[];
  readonly fault?: string | undefined;
  readonly faultOffset?: number;
}

/** One scanner a kernel, since each may have a memory of its own; so every scan also begins behind another one. */
const scanners = new WeakMap<Kernel, JsonScanner>();

function scannerOf(kernel: Kernel): JsonScanner {
  const known = scanners.get(kernel);
  if (known !== undefined) return known;
  const scanner = kernel.createScanner();
  scanners.set(kernel, scanner);
  return scanner;
}

/** Scans all of `bytes` in one step. */
export function scanWhole(kernel: Kernel, bytes: Uint8Array): ScanResult {
  return scanAt(scannerOf(kernel), bytes);
}

/** Scans a range of `bytes` in one step. */
export function scanAt(
  scanner: JsonScanner,
  bytes: Uint8Array,
  [from, to]: [number, number] = [0, bytes.length],
): ScanResult {
  scanner.reset();
  return resultOf(scanner, scanner.step(bytes, from, to, 0, true), to);
}

/**
 * Scans `bytes` in steps that end at `cuts`. Each step gets a buffer of its own, of which nothing is left afterwards.
 */
export function scanWithCuts(
  kernel: Kernel,
  bytes: Uint8Array,
  cuts: readonly number[],
): ScanResult {
  const scanner = scannerOf(kernel);
  scanner.reset();
  const ends = [
    ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b),
    bytes.length,
  ];
  let position = 0;
  for (const [index, end] of ends.entries()) {
    const isLast = index === ends.length - 1;
    const window = Uint8Array.from(bytes.subarray(position, Math.max(position, end)));
    const read = scanner.step(window, 0, window.length, position, isLast);
    if (read < 0 || isLast) return resultOf(scanner, read, window.length);
    if (read > window.length) {
      throw new Error(`read ${String(read)} of ${String(window.length)} bytes`);
    }
    window.fill(0x21);
    position += read;
  }
  throw new Error('no last step');
}

/** Scans lines that lie in one buffer, some way apart, and shows each of them; last ones first, which must not matter. */
export function scanBatch(scanner: LineScanner, lines: readonly Uint8Array[]): ScanResult[] {
  const bounds = new Uint32Array(lines.length * 2);
  const gap = Uint8Array.from([0x22, 0x5d, 0x0a]);
  let position = 0;
  for (const [index, line] of lines.entries()) {
    position += gap.length;
    bounds[index * 2] = position;
    position += line.length;
    bounds[index * 2 + 1] = position;
  }
  const bytes = new Uint8Array(position + gap.length).fill(0x22);
  for (const [index, line] of lines.entries()) bytes.set(line, bounds[index * 2]);
  scanner.scanLines(bytes, bounds, lines.length);
  bytes.fill(0x21);
  const results = lines.map((_, index) => {
    const isValue = scanner.show(lines.length - 1 - index);
    const tape = Array.from(scanner.tape.subarray(0, scanner.tokenCount * tokenWords));
    return isValue ? { tape } : {};
  });
  return results.toReversed();
}

function resultOf(scanner: JsonScanner, read: number, to: number): ScanResult {
  if (read < 0) return { fault: scanner.fault, faultOffset: scanner.faultOffset };
  if (read !== to) throw new Error(`the last step read up to ${String(read)} of ${String(to)}`);
  return { tape: Array.from(scanner.tape.subarray(0, scanner.tokenCount * tokenWords)) };
}
