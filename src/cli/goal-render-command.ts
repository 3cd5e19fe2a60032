/** `promptmill goal render`: prints what a model is told to steer it towards a goal. */

import { readFileSync } from 'node:fs';
import { goalSteering, type GoalItem } from '../context/goal-steering.js';
import { PromptmillError } from '../contract/errors.js';
import { type RulesProfile, rulesById, rulesProfiles } from '../contract/rules.js';
import { loadPack } from '../packs/load-pack.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export function goalRenderCommand({ flags }: Invocation): Promise<ExitCode> {
  const items = goalSteering(
    flags.kind ?? 'continuation',
    {
      // The command line is not taken without it.
      objective: readObjective(flags.objective ?? ''),
      tokensUsed: flags['tokens-used'] ?? 0,
      tokenBudget: flags['token-budget'],
      timeUsedSeconds: flags['time-used'] ?? 0,
    },
    { texts: loadPack(flags.pack).texts, rules: rulesNamed(flags.rules) },
  );
  process.stdout.write(
    flags.json === true
      ? items.map((item) => `${JSON.stringify(item)}\n`).join('')
      : items.map((item) => `${textOf(item)}\n`).join('\n'),
  );
  return Promise.resolve(exitCodes.ok.code);
}

/** `@FILE` is the text of a file, without one line end at its end. */
function readObjective(value: string): string {
  if (!value.startsWith('@')) return value;
  const file = value.slice(1);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new PromptmillError('input_not_found', `the objective ${file} cannot be read`, {
      file,
      found: cause instanceof Error ? cause.message : String(cause),
      expected: 'a text file',
      remedy: 'an objective that begins with @ is put into a file of its own',
      cause,
    });
  }
}

/** There is no file whose release could choose: the newest. */
function rulesNamed(id = 'auto'): RulesProfile {
  const rules = id === 'auto' ? rulesProfiles.at(-1) : rulesById(id);
  if (rules === undefined) throw new PromptmillError('unknown_rules', `no rules profile ${id}`);
  return rules;
}

function textOf(item: GoalItem): string {
  if (item.type === 'message') return item.content[0].text;
  return `${item.namespace}.${item.name}: ${item.output}`;
}
