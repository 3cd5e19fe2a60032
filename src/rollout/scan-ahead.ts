/** Scans the lines that a walk will ask for next together with the one it asks for. */

import type { RolloutBytes } from '../contract/bytes.js';
import type { LineScanner } from '../contract/kernels.js';
import type { LineIndex } from '../contract/line-index.js';

/** Lines further apart than this are not scanned together: most of what is between them is skipped for a reason. */
const mostBytes = 256 * 1024;

/** What the scanner takes: the most lines of any kernel, two words each. */
const bounds = new Uint32Array(2 * 64);

/**
 * One walk over the lines of a rollout. It begins with single lines, and takes twice as many each time the next line is
 * the one asked for, as a reader of files does.
 */
export class ScanAhead {
  readonly #scanner: LineScanner;
  readonly #bytes: RolloutBytes;
  readonly #index: LineIndex;
  /** The lines that are scanned, and in which round of the scanner. */
  #lines: number[] = [];
  #round = -1;
  /** Place in `#lines` of the newest one shown. */
  #place = 0;
  #width = 1;

  constructor(scanner: LineScanner, bytes: RolloutBytes, index: LineIndex) {
    this.#scanner = scanner;
    this.#bytes = bytes;
    this.#index = index;
  }

  /** Whether a line can be viewed as a whole. */
  takes(line: number): boolean {
    const length = (this.#index.ends[line] as number) - (this.#index.starts[line] as number);
    return length <= this.#bytes.maxViewBytes;
  }

  /**
   * Scans a line, which is no longer than a view; its tape is then the scanner's.
   * @returns false when it is no JSON value
   */
  scan(line: number): boolean {
    if (this.#round === this.#scanner.round) {
      const place = this.#lines.indexOf(line, this.#place);
      if (place >= 0) {
        this.#place = place;
        return this.#scanner.show(place);
      }
    }
    this.#scanFrom(line);
    return this.#scanner.show(0);
  }

  #scanFrom(line: number): void {
    const isNext =
      this.#place === this.#lines.length - 1 && line === this.#nextLike(this.#lines.at(-1) ?? line);
    this.#width = isNext ? Math.min(this.#scanner.mostLines, this.#width * 2) : 1;
    const start = this.#index.starts[line] as number;
    const mostEnd = start + Math.min(mostBytes, this.#bytes.maxViewBytes);
    const lines = [line];
    for (
      let next = this.#nextLike(line);
      lines.length < this.#width && next >= 0 && (this.#index.ends[next] as number) <= mostEnd;
      next = this.#nextLike(next)
    ) {
      lines.push(next);
    }
    for (const [place, each] of lines.entries()) {
      bounds[place * 2] = (this.#index.starts[each] as number) - start;
      bounds[place * 2 + 1] = (this.#index.ends[each] as number) - start;
    }
    const view = this.#bytes.view(start, this.#index.ends[lines.at(-1) ?? line] as number);
    this.#scanner.scanLines(view, bounds, lines.length);
    this.#lines = lines;
    this.#round = this.#scanner.round;
    this.#place = 0;
  }

  /** The next line of the same kind, -1 when there is none. */
  #nextLike(line: number): number {
    const { count, kinds } = this.#index;
    const kind = kinds[line];
    for (let next = line + 1; next < count; next += 1) {
      if (kinds[next] === kind) return next;
    }
    return -1;
  }
}
