/** The flags of the command line as options of a render. */

import type { ContextOptions } from '../read-context.js';
import type { Invocation } from './commands.js';
import { kernelChoice } from './kernel-choice.js';

export function contextOptions(flags: Invocation['flags']): ContextOptions {
  return {
    ...flags,
    itemIds: flags['item-ids'],
    agentsMd: flags['agents-md'],
    kernel: kernelChoice(flags.kernel),
  };
}
