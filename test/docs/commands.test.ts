// The commands that the documents show, run as they stand there: what they print is what the page says they print.
//
// `…` stands for any text, and what depends on the machine and the moment is left out of the comparison. Commands that
// need jq are skipped where it is not installed.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeCheckout,
  readBlocks,
  readCommands,
  removeCheckout,
  runCommands,
} from '../../scripts/console-blocks.mjs';
import { pagePaths, readPage } from './pages.js';

const hasJq = spawnSync('jq', ['--version']).status === 0;

/** Where the commands run: it looks like a checkout, and takes what they write. */
let checkout = '';

const pagesToRun = pagePaths.filter((path) => /^```(console|js)$/m.test(readPage(path)));

describe.each(pagesToRun)('%s', (path) => {
  const page = readPage(path);
  const programs = readBlocks(page, 'js');

  beforeAll(() => {
    checkout = makeCheckout();
  });

  afterAll(() => {
    removeCheckout(checkout);
  });

  for (const block of readBlocks(page, 'console')) {
    const commands = readCommands(block);
    const needsJq = commands.some(({ line }) => /\bjq /.test(line));
    it.skipIf(needsJq && !hasJq)(
      `prints what is shown at line ${String(block.line)}: ${commands[0]?.line ?? ''}`,
      () => {
        const printed = runCommands(commands, checkout);
        expect(commands.map(({ line }, index) => [line, withoutMoment(printed[index])])).toEqual(
          commands.map(({ line, output }, index) => [line, fillGaps(output, printed[index])]),
        );
      },
    );
  }

  for (const program of programs) {
    const output = readBlocks(page, 'text').find(({ line }) => line > program.line);
    it(`has a program at line ${String(program.line)} that prints what is shown below it`, () => {
      writeFileSync(join(checkout, 'program.mjs'), program.rows.join('\n'));
      const [printed] = runCommands([{ line: 'node program.mjs', output: '' }], checkout);
      expect(withoutMoment(printed)).toBe(fillGaps(output?.rows.join('\n'), printed));
    });
  }
});

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
