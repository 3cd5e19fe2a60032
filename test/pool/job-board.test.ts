import { describe, expect, it } from 'vitest';
import { createBoard, JobBoard } from '../../src/pool/job-board.js';

const boardOf = (workers: number): JobBoard =>
  new JobBoard(createBoard(['a.jsonl', 'b.jsonl'], { workers, runStarts: [0, 1], end: 2 }));

describe('the file after the one a worker is on', () => {
  it('is known to a worker that is alone', () => {
    const board = boardOf(1);
    expect(board.pathAfter(0)).toBe(undefined);
    board.enterFile(0, 0);
    expect(board.pathAfter(0)).toBe('b.jsonl');
    board.enterFile(0, 1);
    expect(board.pathAfter(0)).toBe(undefined);
  });

  it('is none behind the last run, though there are more files', () => {
    const files = ['a.jsonl', 'b.jsonl', 'c.jsonl'];
    const board = new JobBoard(createBoard(files, { workers: 1, runStarts: [1], end: 2 }));
    board.enterFile(0, 1);
    expect(board.pathAfter(0)).toBe(undefined);
    expect(board.filesOf(0)).toEqual({ first: 1, end: 2 });
    expect([...board.paths()]).toEqual(files);
  });

  it('is not known where another worker may take it', () => {
    const board = boardOf(2);
    board.enterFile(0, 0);
    expect(board.pathAfter(0)).toBe(undefined);
  });
});
