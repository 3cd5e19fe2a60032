#!/usr/bin/env node
// Packs what is in dist/ and checks the tarball: its files, its manifest, its types, and that it works once installed.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const ATTW = join(REPO, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');

/** A tarball holds the build, its papers, and nothing else. */
const ALLOWED =
  /^(dist\/.+|docs\/.+|scripts\/demo(\.mjs|\/sessions\/.+)|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
const FORBIDDEN = /\.(map|tsbuildinfo|test\.js)$/;

/** A session that is in the package, as its user names it. */
const SAMPLE = 'node_modules/promptmill/scripts/demo/sessions/plain-turns';

const IMPORTING_PROGRAM = `
  import { createAssembler, findInputs, renderRollout } from 'promptmill';
  const { inputs } = await findInputs(['${SAMPLE}']);
  const assembler = createAssembler({ at: { kind: 'last' } });
  for await (const { request } of assembler.render(inputs.map(({ file }) => file.path))) {
    if (request.model !== 'gpt-5.4' || typeof renderRollout !== 'function') process.exit(1);
  }
`;

const folder = mkdtempSync(join(tmpdir(), 'promptmill-pack-'));
try {
  const manifest = JSON.parse(readFileSync(join(REPO, 'package.json'), 'utf8'));
  const tarball = pack(folder);
  const problems = [
    ...checkFiles(tarball.files, manifest),
    ...(await checkManifest(tarball.file, manifest)),
    ...checkTypes(tarball.file),
    ...checkInstalled(tarball.file, join(folder, 'user')),
  ];
  for (const problem of problems) console.error(problem);
  const kilobytes = Math.round(tarball.size / 1024);
  console.log(
    `package: ${tarball.files.length} files, ${kilobytes} kB, ${problems.length} problems`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Without scripts: what is checked is the build at hand, not one more build. */
function pack(destination) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const output = execFileSync('npm', args, { cwd: REPO, encoding: 'utf8' });
  const parsed = JSON.parse(output);
  // Newer npm versions answer with an object by package name, older ones with a list.
  const [packed] = Array.isArray(parsed) ? parsed : Object.values(parsed);
  const files = packed.files.map(({ path }) => path);
  return { file: join(destination, packed.filename), files, size: packed.size };
}

function checkFiles(files, manifest) {
  const commands = Object.values(manifest.bin);
  return [
    ...files
      .filter((path) => !ALLOWED.test(path) || FORBIDDEN.test(path))
      .map((path) => `${path}: does not belong in the package`),
    ...[...commands, 'LICENSE', 'README.md']
      .filter((path) => !files.includes(path))
      .map((path) => `${path}: missing from the package`),
    ...commands
      .filter((path) => files.includes(path) && !startsAsScript(path))
      .map((path) => `${path}: must start with #!/usr/bin/env node`),
  ];
}

function startsAsScript(path) {
  return readFileSync(join(REPO, path), 'utf8').startsWith('#!/usr/bin/env node\n');
}

async function checkManifest(file, manifest) {
  const tarball = readFileSync(file);
  const buffer = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength);
  const { messages } = await publint({ pack: { tarball: buffer }, level: 'warning', strict: true });
  return messages.map(
    (message) => `publint: ${formatMessage(message, manifest, { color: false })}`,
  );
}

/** The package is ESM only, so how CommonJS resolves it does not matter; its own types do. */
function checkTypes(file) {
  const args = [
    '--profile',
    'esm-only',
    '--no-definitely-typed',
    '--format',
    'ascii',
    '--no-color',
  ];
  const run = spawnSync(
    process.execPath,
    [ATTW, file, '--exclude-entrypoints', './package.json', ...args],
    {
      encoding: 'utf8',
    },
  );
  return run.status === 0 ? [] : [`attw: ${run.stdout}${run.stderr}`];
}

/** What a user does first: installs it in a folder of their own, runs the command, imports the library. */
function checkInstalled(tarball, user) {
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--ignore-scripts', '--prefer-offline', '--loglevel=error', tarball];
  const uses = [
    { what: 'npm install', command: 'npm', args: install },
    { what: 'npx promptmill --version', command: 'npx', args: ['promptmill', '--version'] },
    { what: 'npx promptmill render', command: 'npx', args: ['promptmill', 'render', SAMPLE] },
    {
      what: 'import of promptmill',
      command: process.execPath,
      args: ['--input-type=module', '--eval', IMPORTING_PROGRAM],
    },
    {
      what: 'render with threads',
      command: 'npx',
      args: ['promptmill', 'render', SAMPLE, '--out', 'requests.jsonl', '--workers', '2'],
    },
  ];
  for (const { what, command, args } of uses) {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: user, encoding: 'utf8' });
    // What comes next needs what failed here.
    if (status !== 0) return [`installed: ${what} ended with ${status}\n${stdout}${stderr}`];
  }
  return [];
}
