import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFormats } from '../../src/export/formats.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const demo = fileURLToPath(new URL('../../scripts/demo/sessions', import.meta.url));

let work = '';

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'promptmill-export-'));
});

afterAll(() => {
  rmSync(work, { recursive: true });
});

function run(...argv: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...argv], {
    cwd: work,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('promptmill export', () => {
  it('lists the formats and their options', () => {
    const { status, stdout } = run('export', '--list');
    expect(status).toBe(0);
    for (const { name, summary, options } of exportFormats) {
      expect(stdout).toContain(`${name}\n  ${summary}`);
      for (const option of Object.keys(options)) {
        expect(stdout).toContain(`--format-option ${option}=`);
      }
    }
  });

  it('writes what promptmill validate takes', () => {
    const to = 'openai-batch-responses';
    const out = ['--format-option', 'dialect=strict', '--out', 'batch/'];
    expect(run('export', demo, '--to', to, '--model', 'stone', ...out)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('19 sessions, 84 requests'),
    });
    expect(run('validate', 'batch/part-00000.jsonl', '--as', to)).toEqual({
      status: 0,
      stdout: '',
      stderr: 'batch/part-00000.jsonl: 84 lines, no fault\n',
    });
  });

  it('needs a format and a folder', () => {
    expect(run('export', demo)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--to FORMAT is missing'),
    });
    expect(run('export', demo, '--to', 'chat')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--out DIR is missing'),
    });
  });
});

describe('promptmill validate', () => {
  it('tells line, place, what was found and what was expected', () => {
    const lines = [
      '{"messages":[{"role":"user","content":7}]}',
      '{"messages":',
      '',
      '{"messages":[{"role":"tool","content":"x","tool_call_id":"a"}]}',
    ];
    writeFileSync(join(work, 'faulty.jsonl'), lines.join('\n'));
    const { status, stdout, stderr } = run('validate', 'faulty.jsonl', '--as', 'chat');
    expect(status).toBe(5);
    expect(stdout.split('\n')).toEqual([
      'faulty.jsonl:1 /messages/0/content: found 7, expected a list',
      'faulty.jsonl:2: found Unexpected end of JSON input, expected one JSON value in UTF-8',
      'faulty.jsonl:3: found an empty line, expected one JSON value in UTF-8',
      'faulty.jsonl:4 /messages/0/tool_call_id: found "a", expected the id of a call of the message in front of it',
      '',
    ]);
    expect(stderr).toBe('faulty.jsonl: 4 lines, 4 faults\n');
  });

  it('prints faults as JSON lines', () => {
    writeFileSync(join(work, 'batch.json'), '{"requests":[]}');
    const { status, stdout } = run('validate', 'batch.json', '--as', 'anthropic-batch', '--json');
    expect(status).toBe(5);
    expect(JSON.parse(stdout)).toEqual({
      file: 'batch.json',
      path: '/requests',
      found: 'a list of 0',
      expected: '1 or more elements',
    });
  });

  it('reads a table of rows, and says when there is none', () => {
    const table = join(work, 'rows.parquet');
    writeTable(table);
    const { status, stdout, stderr } = run('validate', 'rows.parquet', '--as', 'hf-parquet');
    expect(status).toBe(5);
    expect(stdout).toBe(
      'rows.parquet:2 /messages/0: found no member content, expected an object with content\n',
    );
    expect(stderr).toBe('rows.parquet: 2 rows, 1 fault\n');
    writeFileSync(join(work, 'torn.parquet'), readFileSync(table).subarray(0, 90));
    const torn = run('validate', 'torn.parquet', '--as', 'hf-parquet');
    expect(torn.status).toBe(5);
    expect(torn.stdout).toMatch(/^torn\.parquet: found .*, expected a Parquet file\n$/);
  });

  it('takes the rows that an export writes, in whatever row groups', () => {
    const format = ['--to', 'hf-parquet', '--format-option', 'row-group-bytes=20000'];
    expect(run('export', demo, ...format, '--out', 'rows/', '--quiet').status).toBe(0);
    const { status, stderr } = run('validate', 'rows/messages.parquet', '--as', 'hf-parquet');
    expect([status, stderr]).toEqual([0, 'rows/messages.parquet: 84 rows, no fault\n']);
  });
});

/** One row that is sound, and one whose message says nothing. */
function writeTable(filename: string): void {
  const data = [[{ role: 'user', content: 'Grind.' }], [{ role: 'user' }]];
  parquetWriteFile({ filename, columnData: [{ name: 'messages', data, type: 'JSON' }] });
}
