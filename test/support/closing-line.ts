// A vitest reporter that ends the run with one plain line, `N passed, N failed[, N skipped]`.

import { writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function formatClosingLine({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

/** A run in which nothing was executed proves nothing, whatever vitest thinks of it. */
export function isFailure({ passed, failed }: Counts): boolean {
  return failed > 0 || passed === 0;
}

/**
 * A file that could not be loaded has no tests to fail, and an error outside a test belongs to none:
 * each counts as one failure, so that the line never looks better than the exit code.
 */
export function countResults(modules: readonly TestModule[], errorsOutsideTests: number): Counts {
  const counts = { passed: 0, failed: errorsOutsideTests, skipped: 0 };
  for (const module of modules) {
    let failedInModule = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') counts.passed++;
      else if (state === 'failed') failedInModule++;
      else counts.skipped++;
    }
    if (failedInModule === 0 && module.state() === 'failed') failedInModule = 1;
    counts.failed += failedInModule;
  }
  return counts;
}

export default class ClosingLineReporter implements Reporter {
  private counts: Counts = { passed: 0, failed: 0, skipped: 0 };

  onInit(): void {
    // Other reporters print late, and some of vitest's own talk comes after them all.
    process.once('exit', () => {
      this.close();
    });
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.counts = countResults(modules, errors.length);
  }

  private close(): void {
    if (isFailure(this.counts)) process.exitCode ||= 1;
    printLine(formatClosingLine(this.counts));
  }
}

/** Written past the stream's buffer: at exit nothing is flushed any more. */
function printLine(line: string): void {
  const bytes = Buffer.from(`\n${line}\n`);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      // A full pipe: its reader is slow, not gone.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
  }
}
