import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pendingOutputBytes } from '../../src/contract/limits.js';
import type { PlannedSession } from '../../src/contract/session.js';
import { createBoard, JobBoard } from '../../src/pool/job-board.js';
import { OrderedOutput } from '../../src/pool/ordered-output.js';
import { FileOutlet, StreamOutlet } from '../../src/pool/outlets.js';
import type { WrittenRun } from '../../src/pool/run-output.js';
import { RunOrder } from '../../src/pool/run-order.js';

const megabyte = 1024 * 1024;

let folder = '';
let fd = -1;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'promptmill-test-'));
  fd = openSync(join(folder, 'out'), 'w');
});

afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

function written(): string {
  return readFileSync(join(folder, 'out'), 'utf8');
}

function boardOf(runs: number): JobBoard {
  const files = Array.from({ length: runs }, (_, run) => `f${run}`);
  const runStarts = files.map((_, run) => run);
  return new JobBoard(createBoard(files, { workers: 2, runStarts, end: runs }));
}

function session(text: string, chunks = 1): PlannedSession {
  const bytes = Buffer.from(text);
  const step = Math.ceil(bytes.length / chunks);
  return {
    report: {
      threadId: '',
      cliVersion: undefined,
      rules: '0.145',
      recordedRequests: 1,
      renderedRequests: 1,
      inputBytes: 1,
      outputBytes: bytes.length,
      notices: [],
      noticesLeftOut: 0,
    },
    outputBytes: bytes.length,
    writeTo(sink) {
      for (let at = 0; at < bytes.length; at += step) sink.write(bytes.subarray(at, at + step));
    },
  };
}

function torn(text: string): PlannedSession {
  const whole = session(text, 4);
  return {
    ...whole,
    writeTo(sink) {
      sink.write(Buffer.from(text.slice(0, text.length / 2)));
      throw new Error('torn');
    },
  };
}

/** Two workers of one job, driven by hand. */
function twoWorkers(board: JobBoard, Outlet: typeof FileOutlet | typeof StreamOutlet) {
  const done: WrittenRun[] = [];
  const open = (): OrderedOutput =>
    new OrderedOutput(new Outlet(fd, board), { board, onWritten: (run) => done.push(run) });
  return { first: open(), second: open(), done };
}

function put(output: OrderedOutput, run: number, sessions: readonly PlannedSession[]): void {
  output.beginRun(run);
  for (const [index, one] of sessions.entries()) output.write(one, sessions.length - index - 1);
  output.endRun();
}

describe('a file that two workers write', () => {
  it('gets a later run as soon as the size of the one before it is told, written or not', () => {
    const board = boardOf(2);
    const { second, done } = twoWorkers(board, FileOutlet);
    put(second, 1, [session('later\n')]);
    expect(done).toEqual([]);
    new RunOrder(board).publish(0, 8);
    second.close();
    expect(done).toEqual([{ run: 1, bytes: 6, parts: [] }]);
    expect(written()).toBe('\0\0\0\0\0\0\0\0later\n');
  });

  it('holds back several runs and writes each in its place', () => {
    const board = boardOf(4);
    const { first, second, done } = twoWorkers(board, FileOutlet);
    put(second, 1, [session('b1\n'), session('b2\n')]);
    put(second, 3, [session('d\n')]);
    put(first, 0, [session('a\n')]);
    put(first, 2, []);
    first.close();
    second.close();
    expect(written()).toBe('a\nb1\nb2\nd\n');
    expect(done.map(({ run }) => run)).toEqual([0, 2, 1, 3]);
  });

  it('forgets a session that breaks while it is in memory', () => {
    const { first } = twoWorkers(boardOf(1), FileOutlet);
    first.beginRun(0);
    first.write(session('a\n'), 2);
    expect(() => {
      first.write(torn('lost\n'), 1);
    }).toThrow('torn');
    first.write(session('b\n'), 0);
    first.endRun();
    expect(written()).toBe('a\nb\n');
  });

  it('writes over a large session that breaks before the run has told its size', () => {
    const { first, done } = twoWorkers(boardOf(1), FileOutlet);
    first.beginRun(0);
    first.write(session('a\n'), 2);
    expect(() => {
      first.write(torn('x'.repeat(2 * megabyte)), 1);
    }).toThrow('torn');
    first.write(session('b\n'), 0);
    first.endRun();
    expect(done).toEqual([{ run: 0, bytes: 4, parts: [] }]);
    expect(written().slice(0, 4)).toBe('a\nb\n');
  });

  it('cannot take back a large session that is the last of its run', () => {
    const { first } = twoWorkers(boardOf(1), FileOutlet);
    first.beginRun(0);
    expect(() => {
      first.write(torn('x'.repeat(2 * megabyte)), 0);
    }).toThrow(expect.objectContaining({ code: 'output_failed' }));
  });

  it('makes room in memory by moving what is held back to the front', () => {
    const board = boardOf(3);
    const { first, second } = twoWorkers(board, FileOutlet);
    const size = Math.floor(pendingOutputBytes / 3);
    const texts = ['b', 'c', 'd'].map((letter) => letter.repeat(size - 1).concat('\n'));
    put(second, 1, [session(texts[0] ?? '', 5)]);
    second.beginRun(2);
    second.write(session(texts[1] ?? '', 5), 1);
    put(first, 0, [session('a\n')]);
    // The first two fill two thirds of the memory; now the first may leave.
    second.write(session(texts[2] ?? '', 5), 0);
    second.endRun();
    second.close();
    expect(written() === `a\n${texts.join('')}`).toBe(true);
  });
});

describe('a stream that two workers write', () => {
  it('is written in turn', () => {
    const board = boardOf(3);
    const { first, second, done } = twoWorkers(board, StreamOutlet);
    put(second, 1, [session('b\n')]);
    put(first, 0, [session('a\n')]);
    put(first, 2, [session('c\n')]);
    expect(written()).toBe('a\n');
    second.close();
    first.close();
    expect(written()).toBe('a\nb\nc\n');
    expect(done.map(({ run }) => run)).toEqual([0, 1, 2]);
  });

  it('goes on behind what it has taken when a run is done again', () => {
    const board = boardOf(1);
    const { first } = twoWorkers(board, StreamOutlet);
    const text = `${'x'.repeat(2 * megabyte)}y\n`;
    first.beginRun(0);
    expect(() => {
      first.write(torn(text), 0);
    }).toThrow(expect.objectContaining({ code: 'output_failed' }));
    const { first: again } = twoWorkers(board, StreamOutlet);
    put(again, 0, [session(text, 7)]);
    expect(written() === text).toBe(true);
  });
});

describe('a board that is stopped', () => {
  it('ends a wait', () => {
    const board = boardOf(2);
    const { second } = twoWorkers(board, FileOutlet);
    put(second, 1, [session('b\n')]);
    board.stop('aborted');
    expect(() => {
      second.close();
    }).toThrow(expect.objectContaining({ code: 'aborted' }));
  });

  it('keeps the first reason', () => {
    const board = boardOf(1);
    board.stop('reader_gone');
    board.stop('failed');
    expect(board.stopped()).toBe('reader_gone');
  });
});
