/** The share of the inputs that `--shard` asks for. */

import { shardRange } from '../batch/cut-shard.js';
import type { ShardChoice } from './parse-shard.js';
import { shardFromEnvironment, type ToldShard } from './shard-variables.js';

/** Some of the inputs, and why these. */
export interface ShardOfInputs<Input> {
  readonly inputs: readonly Input[];
  /** A line for people; undefined when no share was asked for. */
  readonly note: string | undefined;
}

/**
 * @param inputs what was found and what was not, in the order of the output
 * @throws PromptmillError `usage` when the share is left to a scheduler that tells too little
 */
export function shardOf<Input>(
  inputs: readonly Input[],
  choice: ShardChoice | undefined,
): ShardOfInputs<Input> {
  if (choice === undefined) return { inputs, note: undefined };
  const { shard, source } = toldShard(choice);
  const { from, to } = shardRange(shard, inputs.length);
  const which = from === to ? 'none' : `${String(from + 1)} to ${String(to)}`;
  const name = `shard ${String(shard.index)}/${String(shard.count)}`;
  return {
    inputs: inputs.slice(from, to),
    note: `${name}, from ${source}: inputs ${which} of ${String(inputs.length)}\n`,
  };
}

function toldShard(choice: ShardChoice): ToldShard {
  if (choice.kind === 'named') return { shard: choice.shard, source: '--shard' };
  return shardFromEnvironment(process.env, choice.count);
}
