/** Which share of the inputs is asked for. */

import { PromptmillError } from '../contract/errors.js';
import type { Shard } from '../batch/cut-shard.js';

/** A share that is named, or one that the scheduler names; of how many may be told in its place. */
export type ShardChoice =
  | { readonly kind: 'named'; readonly shard: Shard }
  | { readonly kind: 'auto'; readonly count: number | undefined };

/** `3/8`, `auto`, `auto/8` */
export function parseShard(text: string): ShardChoice {
  const match = /^(auto|\d+)(?:\/(\d+))?$/.exec(text);
  const [, index, written] = match ?? [];
  const count = written === undefined ? undefined : Number(written);
  const isCount = count === undefined || (Number.isSafeInteger(count) && count > 0);
  if (index === 'auto' && isCount) return { kind: 'auto', count };
  if (index !== undefined && index !== 'auto' && count !== undefined && Number(index) < count) {
    return { kind: 'named', shard: { index: Number(index), count } };
  }
  throw new PromptmillError('usage', `${text} is not understood`, {
    found: text,
    expected: 'I/N with I from 0 to N - 1, such as 0/8; auto; or auto/N where only N is known',
  });
}
