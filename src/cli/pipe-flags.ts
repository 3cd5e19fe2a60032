/** The flags for working inside other systems: pipes and schedulers, for the table of flags. */

import { PromptmillError } from '../contract/errors.js';
import { defaultMaxFrameBytes, type Framing, framings } from '../contract/pipe.js';
import { flag } from './flag-row.js';
import { parseChoice, parseCount } from './parse-values.js';
import { parseShard } from './parse-shard.js';

export const pipeFlags = {
  framing: flag({
    value: framings.join('|'),
    help: 'how records and answers are told apart: JSON lines, or MessagePack behind four bytes of length',
    fallback: 'jsonl',
    parse: (text) => parseChoice<Framing>(framings, text),
  }),
  'max-frame': flag({
    value: 'BYTES',
    help: 'longest record that is taken, and longest request that is sent',
    fallback: String(defaultMaxFrameBytes),
    parse: parseFrameBytes,
  }),
  shard: flag({
    value: 'I/N|auto|auto/N',
    help: 'render the I-th of N shares of the inputs, from 0, or the share that the scheduler named; all shares one after the other are the whole',
    parse: parseShard,
  }),
} as const;

/** A length is told in four bytes. */
const mostFrameBytes = 2 ** 32 - 1;
const leastFrameBytes = 1024;

function parseFrameBytes(text: string): number {
  const bytes = parseCount(text);
  if (bytes >= leastFrameBytes && bytes <= mostFrameBytes) return bytes;
  throw new PromptmillError('usage', `${text} is not understood`, {
    found: text,
    expected: `a number of bytes from ${String(leastFrameBytes)} to ${String(mostFrameBytes)}`,
  });
}
