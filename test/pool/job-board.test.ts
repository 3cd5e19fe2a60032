import { describe, expect, it } from 'vitest';
import { createBoard, JobBoard } from '../../src/pool/job-board.js';

const boardOf = (workers: number): JobBoard =>
  new JobBoard(
    createBoard(['a.jsonl', 'b.jsonl', 'c.jsonl'], { workers, runStarts: [0, 1], end: 3 }),
  );

describe('the files after the one a worker is on', () => {
  it('are known to a worker that is alone', () => {
    const board = boardOf(1);
    expect(board.pathsAfter(0, 2)).toEqual([]);
    board.enterFile(0, 0);
    expect(board.pathsAfter(0, 2)).toEqual(['b.jsonl', 'c.jsonl']);
    expect(board.pathsAfter(0, 1)).toEqual(['b.jsonl']);
    board.enterFile(0, 2);
    expect(board.pathsAfter(0, 2)).toEqual([]);
  });

  it('are none behind the last run, though there are more files', () => {
    const files = ['a.jsonl', 'b.jsonl', 'c.jsonl'];
    const board = new JobBoard(createBoard(files, { workers: 1, runStarts: [1], end: 2 }));
    board.enterFile(0, 1);
    expect(board.pathsAfter(0, 2)).toEqual([]);
    expect(board.filesOf(0)).toEqual({ first: 1, end: 2 });
    expect([...board.paths()]).toEqual(files);
  });

  it('are not known where another worker may take them', () => {
    const board = boardOf(2);
    board.enterFile(0, 0);
    expect(board.pathsAfter(0, 2)).toEqual([]);
  });
});
