// A rollout's decoded lines, as the history stage sees them.

import { SessionSource } from '../../src/assemble/session-source.js';
import type { RulesId } from '../../src/contract/rules.js';
import { jsKernel } from '../../src/kernels/js/kernel.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { profile } from './decode-one.js';
import { lineIndexOf } from './index-of.js';
import { ownTexts } from './own-texts.js';
import { type Line, rolloutOf } from './rollout-lines.js';

export function sourceOf(lines: readonly Line[], rules: RulesId = '0.145'): SessionSource {
  const bytes = inMemory(rolloutOf(lines));
  const { index } = lineIndexOf(bytes, { acceptsBare: true });
  return new SessionSource({
    bytes,
    index,
    scanner: jsKernel.createScanner(),
    lineScanner: jsKernel.createLineScanner(),
    settings: {
      rules: profile(rules),
      texts: ownTexts,
      sendsIds: false,
      sendsMetadata: false,
      acceptsLoneSurrogates: true,
      acceptsOldForms: true,
    },
    policyAt: () => ({ mode: 'bytes', limit: 10_000 }),
    preferredMode: 0,
  });
}
