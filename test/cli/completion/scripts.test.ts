// The completion scripts, run by the shells they are for; a shell that is not there is left out.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands.js';
import { bashScript } from '../../../src/cli/completion/bash.js';
import { completableCommands } from '../../../src/cli/completion/completable.js';
import { fishScript } from '../../../src/cli/completion/fish.js';
import { zshScript } from '../../../src/cli/completion/zsh.js';
import { temporaryFolder } from '../../support/fake-corpus.js';

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

function run(shell: string, ...args: string[]): string[] {
  const { stdout, stderr, status } = spawnSync(shell, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${shell}: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');
}

const scriptIn = (script: string): string => {
  const file = join(temporaryFolder(), 'completion');
  writeFileSync(file, script);
  return file;
};

const firstWords = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];

describe.skipIf(!isThere('bash'))('in bash', () => {
  const script = bashScript(completableCommands(commands));
  const complete = (...words: string[]): string[] => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const code = `source '${scriptIn(script)}'; COMP_WORDS=(promptmill ${line}); COMP_CWORD=${words.length}; _promptmill; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', '-c', code);
  };

  it('the first word is a command', () => {
    expect(complete('')).toEqual([...firstWords, '--help', '--version']);
    expect(complete('ren')).toEqual(['render']);
  });

  it('the second word completes a command of two', () => {
    expect(complete('policy', '')).toEqual(['explain', 'check']);
    expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('a command has its own flags, and a flag its own words', () => {
    expect(complete('inspect', '--')).toEqual(['--json', '--help']);
    expect(complete('pack', 'list', '--')).toEqual(['--json', '--help']);
    expect(complete('render', '--loader', '')).toEqual(['lenient', 'codex']);
    expect(complete('render', 'x.jsonl', '--at', 'l')).toEqual(['last']);
  });
});

describe.skipIf(!isThere('fish'))('in fish', () => {
  const script = fishScript(completableCommands(commands));
  const complete = (line: string): string[] =>
    run('fish', '--no-config', '-c', `source '${scriptIn(script)}'; complete -C '${line}'`);

  it('commands, second words, flags and their words are completed', () => {
    expect(
      complete('promptmill ')
        .filter((word) => firstWords.includes(word))
        .toSorted(),
    ).toEqual(firstWords.toSorted());
    expect(complete('promptmill policy ').slice(0, 2).toSorted()).toEqual(['check', 'explain']);
    expect(complete('promptmill render --loader ')).toEqual(['codex', 'lenient']);
    expect(complete('promptmill inspect --js')).toEqual(['--json']);
  });
});

describe.skipIf(!isThere('zsh'))('in zsh', () => {
  it('the script is read without a complaint', () => {
    const file = scriptIn(zshScript(completableCommands(commands)));
    expect(
      run(
        'zsh',
        '-f',
        '-c',
        `autoload -U compinit; compinit -D; source '${file}'; echo $_comps[promptmill]`,
      ),
    ).toEqual(['_promptmill']);
  });
});
