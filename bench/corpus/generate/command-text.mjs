// What a command printed, as a tool's output: a head line of ours and a log.

import { Text } from './text.mjs';
import { poolText } from './text-pools.mjs';

/**
 * @param {import('./random.mjs').Random} random
 * @param {{ bytes: number, failed: boolean }} result
 */
export function commandText(random, { bytes, failed }) {
  const tenths = random.below(90);
  const head = `exit ${failed ? random.between(1, 127) : 0} after 0.${tenths} s\n`;
  return Text.of(head, poolText(random.chance(0.3) ? 'code' : 'log', random, bytes));
}

/**
 * The same as the JSON document that releases of 2025 put into the output string.
 * @param {import('./random.mjs').Random} random
 * @param {{ bytes: number, failed: boolean }} result
 */
export function nestedCommandText(random, { bytes, failed }) {
  const tail = `","metadata":{"exit_code":${failed ? 1 : 0},"duration_seconds":0.${random.below(9)}}}`;
  return Text.of('{"output":"', poolText('nested', random, bytes), tail);
}
