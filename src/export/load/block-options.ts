/** The options that traces of blocks share. */

import type { ExportOptions, FormatOption } from '../../contract/export.js';
import { createTokenEncoder } from '../../tokens/token-encoder.js';
import { readChoice, readCount } from '../read-option.js';
import type { BlockRule } from './prompt-blocks.js';
import { type TokenRule, unitTokeniser } from './unit-tokens.js';

const tokenRules: readonly [TokenRule, ...TokenRule[]] = ['o200k', 'bytes4'];

const msPerSecond = 1000;

export function blockOptions(blockTokens: number): Readonly<Record<string, FormatOption>> {
  return {
    tokens: {
      value: tokenRules.join('|'),
      help: 'how prompts are cut into tokens',
      fallback: tokenRules[0],
    },
    block: { value: 'N', help: 'tokens in a block', fallback: String(blockTokens) },
    ...idleOption,
  };
}

export const idleOption: Readonly<Record<string, FormatOption>> = {
  'cap-idle': {
    value: 'SECONDS',
    help: 'how long waiting with nothing under way lasts at most',
    fallback: 'as recorded',
  },
};

/**
 * @param blockTokens what holds when none is given
 * @throws PromptmillError `usage`
 */
export function readBlockRule(
  { format }: ExportOptions,
  blockTokens: number,
): Omit<BlockRule, 'rest'> {
  const rule = readChoice(format, 'tokens', tokenRules);
  return {
    blockTokens: readCount(format, 'block', blockTokens),
    tokenise: unitTokeniser(rule, createTokenEncoder()),
  };
}

/** @throws PromptmillError `usage` */
export function readMostIdleMs({ format }: ExportOptions): number {
  const seconds = readCount(format, 'cap-idle', undefined);
  return seconds === undefined ? Number.POSITIVE_INFINITY : seconds * msPerSecond;
}
