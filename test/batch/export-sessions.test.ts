import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { exportSessions } from '../../src/batch/export-sessions.js';
import { isRecord, type JsonRecord } from '../../src/contract/json-record.js';
import { exportFormats } from '../../src/export/formats.js';
import { createTracer } from '../../src/trace-sessions.js';

const demo = 'scripts/demo/sessions';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'promptmill-export-'));
  made.push(path);
  return path;
}

function filesIn(path: string): Readonly<Record<string, string>> {
  const found = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)));
  return Object.fromEntries(
    files.toSorted().map((name) => [name, readFileSync(join(path, name), 'utf8')]),
  );
}

function rowsOf(text = ''): readonly JsonRecord[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonRecord);
}

describe('an export', () => {
  it('of requests as they were sent holds their very bytes', async () => {
    const out = join(folder(), 'batch');
    const format = { stream: 'keep' };
    await exportSessions({ inputs: [demo], to: 'openai-batch-responses', out, format });
    const lines = Object.entries(filesIn(out))
      .filter(([name]) => name.startsWith('part-'))
      .flatMap(([, text]) => text.trimEnd().split('\n'));
    const bodies = new Map(lines.map((line) => [idOf(line), bodyOf(line)]));
    const tracer = createTracer();
    for (const row of rowsOf(filesIn(out)['map.jsonl'])) {
      const { id, request, source } = row;
      const session = await tracer.open(isRecord(source) ? String(source['file']) : '');
      const sent = [...session.inferences].find((inference) => inference.id === request);
      expect(bodies.get(String(id))).toBe(Buffer.from(sent?.body ?? []).toString());
      session.close();
    }
    expect(bodies.size).toBe(84);
  });

  it.each(exportFormats.map(({ name }) => name))('to %s is the same in every run', async (to) => {
    const [one, other] = [folder(), folder()];
    await exportSessions({ inputs: [`${demo}/tools`], to, out: one });
    await exportSessions({ inputs: [`${demo}/tools`], to, out: other });
    expect(filesIn(other)).toEqual(filesIn(one));
  });

  it('tells in its manifest what the files hold', async () => {
    const out = folder();
    const summary = await exportSessions({
      inputs: [`${demo}/tools`],
      to: 'openai-batch-chat',
      out,
      model: 'stone',
    });
    const files = filesIn(out);
    const manifest: unknown = JSON.parse(files['manifest.json'] ?? '');
    expect(manifest).toMatchObject({
      tool: 'promptmill',
      format: 'openai-batch-chat',
      options: { model: 'stone' },
      sessions: 1,
      requests: summary.requests,
      failures: 0,
    });
    const listed = isRecord(manifest) && Array.isArray(manifest['files']) ? manifest['files'] : [];
    const told = listed.map((row: unknown) => (isRecord(row) ? row : {}));
    expect(told.map(({ file }) => file)).toEqual(
      Object.keys(files).filter((name) => name !== 'manifest.json'),
    );
    for (const { file, bytes, lines, sha256 } of told) {
      const text = files[String(file)] ?? '';
      expect(bytes).toBe(Buffer.byteLength(text));
      expect(lines).toBe(text.split('\n').length - 1);
      expect(sha256).toBe(createHash('sha256').update(text).digest('hex'));
    }
    const ids = rowsOf(files['part-00000.jsonl']).map(({ custom_id }) => custom_id);
    expect(told.find(({ file }) => file === 'part-00000.jsonl')).toMatchObject({
      records: summary.requests,
      firstId: ids[0],
      lastId: ids.at(-1),
      endpoint: '/v1/chat/completions',
      model: 'stone',
    });
  });

  it('adds up what was lost', async () => {
    const out = folder();
    await exportSessions({ inputs: [demo], to: 'chat', out });
    const files = filesIn(out);
    const report: unknown = JSON.parse(files['losses.json'] ?? '');
    const sums = new Map<string, { count: number; bytes: number }>();
    for (const { losses } of rowsOf(files['losses.jsonl'])) {
      for (const { code, count, bytes, paths } of Array.isArray(losses) ? losses : []) {
        expect(paths).toHaveLength(count);
        const sum = sums.get(code) ?? { count: 0, bytes: 0 };
        sums.set(code, { count: sum.count + count, bytes: sum.bytes + bytes });
      }
    }
    expect(sums.size).toBeGreaterThan(0);
    expect(report).toMatchObject({ codes: Object.fromEntries(sums) });
  });

  it('goes on without a session that cannot be read', async () => {
    const out = folder();
    const broken = join(folder(), 'broken.jsonl');
    writeFileSync(broken, 'no rollout\n');
    const inputs = [broken, `${demo}/tools`, 'not/there.jsonl'];
    expect(await exportSessions({ inputs, to: 'chat', out })).toMatchObject({
      sessions: 1,
      failures: 2,
    });
    expect(rowsOf(filesIn(out)['failures.jsonl']).map(({ file }) => file)).toEqual([
      'not/there.jsonl',
      broken,
    ]);
  });

  it('replaces an earlier one only when told to, and nothing else ever', async () => {
    const out = folder();
    const request = { inputs: [`${demo}/tools`], out };
    await exportSessions({ ...request, to: 'openai-batch-chat' });
    await expect(exportSessions({ ...request, to: 'chat' })).rejects.toThrow('is not empty');
    await exportSessions({ ...request, to: 'chat', force: true });
    expect(Object.keys(filesIn(out))).toEqual([
      'chat.jsonl',
      'failures.jsonl',
      'losses.json',
      'losses.jsonl',
      'manifest.json',
      'map.jsonl',
    ]);
    const other = folder();
    writeFileSync(join(other, 'mine.txt'), 'mine');
    await expect(
      exportSessions({ ...request, out: other, to: 'chat', force: true }),
    ).rejects.toThrow('is not empty');
    expect(filesIn(other)).toEqual({ 'mine.txt': 'mine' });
  });

  it.each([
    [{ to: 'chats' }, 'there is no format chats'],
    [{ to: 'chat', format: { dialect: 'strict' } }, 'chat has no option dialect'],
    [{ to: 'chat', format: { profile: 'stone' } }, 'the option profile does not take stone'],
    [{ to: 'openai-batch-chat', format: { 'part-lines': '0' } }, 'the option part-lines'],
  ])('refuses %o and leaves nothing behind', async (wanted, message) => {
    const out = folder();
    await expect(exportSessions({ inputs: [demo], out, ...wanted })).rejects.toThrow(message);
    expect(readdirSync(out)).toEqual([]);
  });
});

function idOf(line: string): string {
  return /^\{"custom_id":"([^"]+)"/.exec(line)?.[1] ?? '';
}

/** The body as it stands in the line. */
function bodyOf(line: string): string {
  const key = '"url":"/v1/responses","body":';
  return line.slice(line.indexOf(key) + key.length, -1);
}
