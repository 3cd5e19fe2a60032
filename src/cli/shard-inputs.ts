/** The share of the inputs that `--shard` asks for. */

import { type ShardRange, shardRange } from '../batch/cut-shard.js';
import type { ShardChoice } from './parse-shard.js';
import { shardFromEnvironment, type ToldShard } from './shard-variables.js';

/** Some of the inputs, and why these. */
export interface ChosenShard extends ShardRange {
  /** A line for people; empty when no share was asked for. */
  readonly note: string;
}

/**
 * @param inputs how many there are, those that were not found among them
 * @returns all of them when no share is asked for
 * @throws PromptmillError `usage` when the share is left to a scheduler that tells too little
 */
export function chooseShard(inputs: number, choice: ShardChoice | undefined): ChosenShard {
  if (choice === undefined) return { from: 0, to: inputs, note: '' };
  const { shard, source } = toldShard(choice);
  const { from, to } = shardRange(shard, inputs);
  const which = from === to ? 'none' : `${String(from + 1)} to ${String(to)}`;
  const name = `shard ${String(shard.index)}/${String(shard.count)}`;
  return { from, to, note: `${name}, from ${source}: inputs ${which} of ${String(inputs)}\n` };
}

function toldShard(choice: ShardChoice): ToldShard {
  if (choice.kind === 'named') return { shard: choice.shard, source: '--shard' };
  return shardFromEnvironment(process.env, choice.count);
}
