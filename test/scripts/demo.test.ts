// The demo as a newcomer runs it: the samples go in, five lines come out, and what they say is there.

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/demo.mjs', import.meta.url));

test('every bundled session is rendered, and the output lies where the last line says', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  const [rendered = '', kinds = '', , failed = '', place = ''] = lines;
  const [, count, sessions] = /^Rendered (\d+) requests out of (\d+) sessions/.exec(rendered) ?? [];
  expect(sessions).toBe('19');
  expect(kinds).toMatch(/\d+ turn, .*\d+ compaction/);
  expect(failed).toMatch(/^Failed: no session/);

  const path = /head -n 1 (\S+part-00000\.jsonl) /.exec(place)?.[1] ?? '';
  const requests = readFileSync(path, 'utf8').trimEnd().split('\n');
  rmSync(dirname(path), { recursive: true });
  expect(requests).toHaveLength(Number(count));
  expect(Object.keys(JSON.parse(requests[0] ?? ''))).toContain('request');
});
