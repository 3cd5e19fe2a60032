// Traces made-up rollouts with the real pipeline.

import type { Inference } from '../../src/contract/inference.js';
import { createTracer, type OpenTrace } from '../../src/trace-sessions.js';
import type { ContextOptions } from '../../src/read-context.js';
import { type Line, rolloutOf } from './rollout-lines.js';

/** Opens lines as a session. */
export function openTrace(lines: readonly Line[], options: ContextOptions = {}): OpenTrace {
  return createTracer(options).openBytes(rolloutOf(lines));
}

/** All inferences of a session of these lines. */
export function inferencesOf(lines: readonly Line[], options: ContextOptions = {}): Inference[] {
  return [...openTrace(lines, options).inferences];
}

/** The bytes of a body between two places, as text. */
export function textAt(
  { body }: Inference,
  { startBytes, endBytes }: { readonly startBytes: number; readonly endBytes: number },
): string {
  return Buffer.from(body.subarray(startBytes, endBytes)).toString('utf8');
}
