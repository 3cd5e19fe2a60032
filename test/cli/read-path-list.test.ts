import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { pathsOnStdin } from '../../src/cli/read-path-list.js';

async function pathsOf(chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  const stdin = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const spy = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as typeof process.stdin);
  try {
    const paths: string[] = [];
    for await (const path of pathsOnStdin()) paths.push(path);
    return paths;
  } finally {
    spy.mockRestore();
  }
}

describe('a list of paths on standard input', () => {
  it('has one path a line, however it is cut on its way', async () => {
    expect(await pathsOf(['a.js', 'onl\nb c.jsonl\n', 'd'])).toEqual(['a.jsonl', 'b c.jsonl', 'd']);
  });

  it('may be separated by NUL, and then hold line ends', async () => {
    expect(await pathsOf(['a\0b\nc', '\0'])).toEqual(['a', 'b\nc']);
  });

  it('keeps characters that are cut in the middle', async () => {
    const bytes = Buffer.from('ä.jsonl\n');
    expect(await pathsOf([bytes.subarray(0, 1), bytes.subarray(1)])).toEqual(['ä.jsonl']);
  });

  it('may be empty', async () => {
    expect(await pathsOf([])).toEqual([]);
  });
});
