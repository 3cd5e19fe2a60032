/** Which counter `--tokens` asks for. */

import type { TokenCounterName } from '../contract/tokens.js';
import type { FlagValues } from './flags.js';

export function counterName({ tokens }: FlagValues): TokenCounterName {
  return tokens === 'exact' ? 'o200k_base' : 'bytes/4';
}
