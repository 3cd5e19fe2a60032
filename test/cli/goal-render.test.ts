import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';
import { temporaryFolder } from '../support/fake-corpus.js';
import { ownTexts } from '../support/own-texts.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

function goalRender(...args: string[]): unknown[] {
  const folder = temporaryFolder();
  const texts = { ...ownTexts, 'goal.continuation': 'Go on: {{ objective }} ({{ tokens_used }}).' };
  for (const [id, text] of Object.entries(texts)) {
    writeFileSync(join(folder, `${id}.md`), `${text}\n`);
  }
  writeFileSync(join(folder, 'goal.txt'), 'Grind <all>.\n');
  const words = args.map((word) => word.replace('@', `@${folder}/`));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [main, 'goal', 'render', '--pack', folder, ...words],
    { encoding: 'utf8' },
  );
  return [status, stdout, stderr.split('\n')[0]];
}

const told =
  '<codex_internal_context source="goal">\nGo on: Grind &lt;all&gt;. (7).\n\n</codex_internal_context>';

describe('promptmill goal render', () => {
  it('prints the text of an objective in a file', () => {
    expect(
      goalRender('--objective', '@goal.txt', '--tokens-used', '7', '--rules', '0.145'),
    ).toEqual([0, `${told}\n`, '']);
  });

  it('prints the items, the newest release if none is named', () => {
    const output = {
      type: 'function_call_output',
      name: 'goal_objective',
      namespace: 'agent',
      output: 'Grind <all>.',
    };
    const message = {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: told }],
    };
    expect(goalRender('--objective', 'Grind <all>.', '--tokens-used', '7', '--json')).toEqual([
      0,
      `${JSON.stringify(output)}\n${JSON.stringify(message)}\n`,
      '',
    ]);
  });

  it('names the text a pack does not have, and the file that is not there', () => {
    expect(goalRender('--objective', 'x', '--kind', 'budget-limit')).toMatchObject([
      2,
      '',
      'promptmill: the pack has no text goal.budget-limit',
    ]);
    const [status, , message] = goalRender('--objective', '@none.txt');
    expect([status, String(message)]).toEqual([
      2,
      expect.stringContaining('none.txt cannot be read'),
    ]);
  });
});

describe('a command of two words', () => {
  it('is taken whole, and takes no words behind it', () => {
    expect(parseCommandLine(['goal', 'render', '--objective', 'x'])).toMatchObject({
      command: { name: 'goal render' },
    });
    expect(() => parseCommandLine(['goal', 'render', 'x', '--objective', 'x'])).toThrow(
      'takes no x',
    );
    expect(() => parseCommandLine(['goal', 'rendr'])).toThrow('there is no command goal rendr');
    expect(() => parseCommandLine(['goal'])).toThrow('there is no command goal');
    expect(() => parseCommandLine(['goal', 'render'])).toThrow('--objective is missing');
  });
});
