#!/usr/bin/env node
// Renders the bundled sample sessions into a temporary folder, and says in five lines what came out.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const sessions = fileURLToPath(new URL('demo/sessions', import.meta.url));

/** Everything was rendered, or some sessions were refused: both are worth a report. */
const goodExitCodes = new Set([0, 3]);

main();

function main() {
  if (!existsSync(cli)) {
    fail('dist/ is not built: run npm run build');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'promptmill-demo-'));
  const started = performance.now();
  const { status, stderr } = render(folder);
  if (!goodExitCodes.has(status)) {
    rmSync(folder, { recursive: true, force: true });
    fail(`render ended with exit code ${status}\n${stderr}`);
    return;
  }
  const seconds = (performance.now() - started) / 1000;
  for (const line of describe(folder, seconds)) console.log(line);
}

/** @param {string} folder */
function render(folder) {
  const args = [cli, 'render', sessions, '--out', `${folder}/`, '--quiet', '--force'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status: status ?? 1, stderr };
}

/**
 * @param {string} folder
 * @param {number} seconds
 * @returns {string[]} the five lines
 */
function describe(folder, seconds) {
  const inputs = filesBelow(sessions);
  const parts = filesBelow(folder).filter((path) => /part-\d+\.jsonl$/.test(path));
  const requests = parts.flatMap(readLines);
  const rendered = new Set(requests.map((request) => request.source.file));
  const [read, written] = [sizeOf(inputs), sizeOf(parts)];
  return [
    `Rendered ${requests.length} requests out of ${rendered.size} sessions in ${seconds.toFixed(1)} s, start-up included.`,
    `By kind: ${countByKind(requests)}.`,
    `Bytes: ${kilobytes(read)} of files read (some compressed), ${kilobytes(written)} of requests written.`,
    failureLine(join(folder, 'failures.jsonl')),
    `They are in ${parts.join(', ')}; to see one: head -n 1 ${parts[0]} | node -p "JSON.parse(fs.readFileSync(0)).request"`,
  ];
}

/** @param {readonly { kind: string }[]} requests */
function countByKind(requests) {
  const counts = new Map();
  for (const { kind } of requests) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/** @param {string} path */
function failureLine(path) {
  const failures = existsSync(path) ? readLines(path) : [];
  if (failures.length === 0) return 'Failed: no session; damaged lines were passed over.';
  const told = failures.map(({ file, code, message }) => {
    return `${file === undefined ? '' : `${relative(sessions, file)}: `}${code}, ${message}`;
  });
  return `Failed: ${failures.length} (${told.join('; ')}).`;
}

/** @param {string} path @returns {any[]} */
function readLines(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {readonly string[]} paths */
function sizeOf(paths) {
  return paths.reduce((sum, path) => sum + statSync(path).size, 0);
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}

/** @param {string} message */
function fail(message) {
  console.error(`demo: ${message}`);
  process.exitCode = 1;
}
