/** Chooses the output of a worker: the one place that knows all of them. */

import type { OutputTarget } from '../contract/protocol.js';
import { OrderedOutput } from './ordered-output.js';
import { FileOutlet, StreamOutlet } from './outlets.js';
import { PartOutput } from './part-output.js';
import type { OutputOptions, RunOutput } from './run-output.js';

export function openOutput(target: OutputTarget, options: OutputOptions): RunOutput {
  if (target.kind === 'parts') return new PartOutput(target, options);
  const outlet = target.kind === 'file' ? FileOutlet : StreamOutlet;
  return new OrderedOutput(new outlet(target.fd, options.board), options);
}
