// `.rules` files against `codex execpolicy check`: what is refused and where, what matches, and how it is printed.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PromptmillError } from '../../../../dist/contract/errors.js';
import {
  absoluteProgram,
  evaluateCommand,
} from '../../../../dist/policy/rules/evaluate-command.js';
import { verdictJson } from '../../../../dist/policy/rules/verdict-json.js';
import { readRules } from '../../../../dist/policy/rules/read-rules.js';
import { rulesCases } from './rules-cases.mjs';
import { runCodex } from './run-codex.mjs';

export const matrix = { name: 'rules', versions: ['0.145.0', '0.171.0'], run };

const AT_A_TIME = 2;

/**
 * @param {{ codex: string, work: string }} setup
 * @returns {Promise<{ equal: number, total: number, misses: { name: string, found: string, expected: string }[] }>}
 */
async function run({ codex, work }) {
  const queue = rulesCases().map((row, index) => ({ row, index }));
  const total = queue.length;
  /** @type {{ name: string, found: string, expected: string }[]} */
  const misses = [];
  const worker = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      const { row, index } = job;
      const folder = join(work, `case-${index}`);
      await mkdir(folder, { recursive: true });
      const files = row.files.map((text, at) => ({ path: join(folder, `${at}.rules`), text }));
      for (const { path, text } of files) await writeFile(path, text);
      const expected = await askCodex(codex, { row, folder, files });
      const found = answer(row, files);
      if (!isSame(found, expected)) misses.push({ name: JSON.stringify(row), found, expected });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return { equal: total - misses.length, total, misses };
}

/** A refusal equals a refusal; its line is compared where Codex names one. @param {string} found @param {string} expected */
function isSame(found, expected) {
  if (!expected.startsWith('refused')) return found === expected;
  return expected === 'refused' ? found.startsWith('refused') : found === expected;
}

/**
 * @param {string} codex
 * @param {{ row: import('./rules-cases.mjs').RulesCase, folder: string, files: { path: string }[] }} setup
 */
async function askCodex(codex, { row, folder, files }) {
  const args = [
    'execpolicy',
    'check',
    ...files.flatMap(({ path }) => ['--rules', path]),
    ...(row.resolves ? ['--resolve-host-executables'] : []),
    '--',
    ...row.argv,
  ];
  const { stdout, stderr, code } = await runCodex(codex, args, { home: folder, cwd: folder });
  if (code === 0) return stdout.trim();
  const place = /--> (?:.*\/)?(\d+)\.rules:(\d+):/.exec(stderr);
  return place === null ? 'refused' : `refused ${place[1]}:${place[2]}`;
}

/** @param {import('./rules-cases.mjs').RulesCase} row @param {{ path: string, text: string }[]} files */
function answer(row, files) {
  try {
    const options = row.resolves ? { resolveProgram: absoluteProgram } : {};
    return JSON.stringify(verdictJson(evaluateCommand(readRules(files), row.argv, options)));
  } catch (error) {
    if (!(error instanceof PromptmillError)) throw error;
    const file = /(\d+)\.rules$/.exec(error.details.file ?? '')?.[1];
    return `refused ${file}:${error.details.line}`;
  }
}
