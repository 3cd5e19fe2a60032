// What the rules matrix asks: programs of the language, odd ones and wrong ones, and files of rules crossed with commands.

import { readFileSync } from 'node:fs';

/** @typedef {{ files: string[], argv: string[], resolves: boolean }} RulesCase */

/** @returns {RulesCase[]} */
export function rulesCases() {
  return [...programCases(), ...commandCases(), ...fileCases()];
}

/**
 * One program a line, as a JSON string: some hold marks that a text file would not keep. Known to differ, and not asked:
 * `None = 1`, `True = 1` and `5.`, which Codex takes and the grammar does not; a backslash before CRLF in a text; the line
 * named for a block that ends in the middle of an indentation.
 * @returns {RulesCase[]}
 */
function programCases() {
  const lines = readFileSync(new URL('rules-programs.jsonl', import.meta.url), 'utf8').trim();
  return lines
    .split('\n')
    .map((line) => ({ files: [JSON.parse(line)], argv: ['ls', '-l', 'x'], resolves: false }));
}

/** @returns {RulesCase[]} */
function commandCases() {
  const sets = [
    [rule(['ls'], 'forbidden') + rule(['ls', '-l'])],
    [rule(['ls'], 'prompt'), rule(['ls'])],
    [rule(['ls', ['-l', '-a']])],
    [
      rule(
        [
          ['ls', 'git'],
          ['-l', 'status'],
        ],
        'prompt',
      ),
    ],
    [`${rule(['ls'])}host_executable(name='ls', paths=['/bin/ls'])`],
    [`${rule(['ls'])}host_executable(name='ls', paths=[])`],
    [
      rule(['ls']),
      "host_executable(name='ls', paths=['/usr/bin/ls'])\nhost_executable(name='ls', paths=['/bin/ls'])",
    ],
    [rule(['/bin/ls', '-z']) + rule(['ls'])],
    [rule([''])],
  ];
  const commands = [
    ['ls'],
    ['ls', '-l'],
    ['ls', '-a', 'x'],
    ['/bin/ls', '-l'],
    ['/usr/bin/ls'],
    ['git', 'status'],
    ['cat', 'ls'],
    [''],
  ];
  return sets.flatMap((files) =>
    commands.flatMap((argv) => [true, false].map((resolves) => ({ files, argv, resolves }))),
  );
}

/** @returns {RulesCase[]} */
function fileCases() {
  const argv = ['ls'];
  return [
    ["prefix_rule(pattern=['ls'], not_match=['/bin/ls'])", "host_executable(name='ls', paths=[])"],
    [rule(['ls']), 'x ='],
    [rule(['ls']), rule([]), rule([])],
  ].map((files) => ({ files, argv, resolves: false }));
}

/** @param {unknown[]} pattern */
function rule(pattern, decision = 'allow') {
  return `prefix_rule(pattern=${JSON.stringify(pattern)}, decision='${decision}')\n`;
}
