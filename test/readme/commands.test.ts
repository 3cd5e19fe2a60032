// The commands that README.md and the cookbook show, run as they stand there: what they print is what is shown.
//
// `…` stands for any text, and what depends on the machine and the moment is left out of the comparison. Commands that
// need jq are skipped where it is not installed.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Command, documents, readBlocks, readCommands } from './read-readme.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const hasJq = spawnSync('jq', ['--version']).status === 0;
const border = '\u001e';

/** Where the commands run: it looks like a checkout, and takes what they write. */
let checkout = '';

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'promptmill-readme-'));
  for (const name of ['dist', 'node_modules', 'package.json', 'scripts']) {
    symlinkSync(join(repository, name), join(checkout, name));
  }
  const bin = join(checkout, 'bin');
  mkdirSync(bin);
  const main = join(repository, 'dist/cli/main.js');
  writeFileSync(join(bin, 'promptmill'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(join(bin, 'promptmill'), 0o755);
});

afterAll(() => {
  rmSync(checkout, { recursive: true });
});

describe.each(documents)('a command of %s prints what is shown there', (path) => {
  for (const block of readBlocks('console', path)) {
    const commands = readCommands(block);
    const needsJq = commands.some(({ line }) => /\bjq /.test(line));
    it.skipIf(needsJq && !hasJq)(`line ${String(block.line)}: ${commands[0]?.line ?? ''}`, () => {
      const printed = runAll(commands);
      expect(commands.map(({ line }, index) => [line, withoutMoment(printed[index])])).toEqual(
        commands.map(({ line, output }, index) => [line, fillGaps(output, printed[index])]),
      );
    });
  }
});

describe('a program of README.md', () => {
  const [program] = readBlocks('js');
  const output = readBlocks('text').find(({ line }) => line > (program?.line ?? 0));

  it('prints what is shown below it', () => {
    writeFileSync(join(checkout, 'program.mjs'), program?.rows.join('\n') ?? '');
    const [printed] = runAll([{ line: 'node program.mjs', output: '' }]);
    expect(withoutMoment(printed)).toBe(fillGaps(output?.rows.join('\n'), printed));
  });
});

/** One shell runs them all, so that `$?` is that of the command before. */
function runAll(commands: readonly Command[]): readonly string[] {
  const script = commands.map(
    // What is installed is what is tested.
    ({ line }) =>
      `{ ${line.replace('npm ci && ', '')}\n} 2>&1; s=$?; printf '${border}'; (exit $s)`,
  );
  const { stdout } = spawnSync('sh', ['-c', script.join('\n')], {
    cwd: checkout,
    encoding: 'utf8',
    env: {
      ...withoutNpm(process.env),
      PATH: [join(checkout, 'bin'), process.env['PATH']].join(delimiter),
      TMPDIR: checkout,
    },
  });
  return stdout.split(border);
}

/** `npm test --silent` would silence the npm of the commands as well. */
function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^npm_/i.test(name)));
}

/** What is shown, with what was printed in place of each `…`, if all around it is equal. */
function fillGaps(shown = '', printed = ''): string {
  const wanted = withoutMoment(shown);
  const pattern = wanted.split('…').map(escapeForPattern).join('[^]*?');
  const found = withoutMoment(printed);
  return new RegExp(`^${pattern}$`).test(found) ? found : wanted;
}

/** Times, rates, temporary folders, and sizes of what holds absolute paths. */
function withoutMoment(text = ''): string {
  return text
    .trimEnd()
    .replaceAll(/in \d+\.\d s/g, 'in T s')
    .replaceAll(/\(\d+ .?B\/s\)/g, '(R)')
    .replaceAll(/\d+ kB of requests written/g, 'S of requests written')
    .replaceAll(/\S*promptmill-demo-\w+/g, 'DEMO');
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
