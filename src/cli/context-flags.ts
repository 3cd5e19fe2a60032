/** The flags that say what a render goes by, for the commands that render. */

import type { FlagName } from './flags.js';

export const contextFlags = [
  'loader',
  'provider',
  'item-ids',
  'rules',
  'kernel',
  'pack',
  'catalog',
  'tools',
  'context',
  'set',
  'config',
  'keep',
  'drop',
  'agents-md',
  'goal',
  'prompt',
] as const satisfies readonly FlagName[];
