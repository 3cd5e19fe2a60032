/** What an INPUT of the command line names: a path or glob, or with `-` a list of paths on standard input. */

import type { InputSpec } from '../sources/find-inputs.js';
import { pathsOnStdin } from './read-path-list.js';

export function toInputSpec(input: string): InputSpec {
  return input === '-' ? { name: 'standard input', lines: pathsOnStdin() } : input;
}
