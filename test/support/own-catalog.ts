// A catalog of made-up models, one for each trait that a request depends on.

import type { Json } from './rollout-lines.js';

const common = {
  base_instructions: 'Grind as the catalog says.',
  truncation_policy: { mode: 'bytes', limit: 10_000 },
  input_modalities: ['text', 'image'],
  supports_parallel_tool_calls: true,
  supported_reasoning_levels: [{ effort: 'low' }, { effort: 'medium' }, { effort: 'high' }],
  default_reasoning_level: 'medium',
  default_reasoning_summary: 'auto',
  context_window: 100_000,
};

function model(slug: string, more: Json = {}): Json {
  return { slug, ...common, ...more };
}

export const ownCatalog: Json = {
  models: [
    model('stone'),
    model('stone-mini', { context_window: 10_000 }),
    model('lite', { use_responses_lite: true }),
    model('blind', { input_modalities: ['text'] }),
    model('hearing', { input_modalities: ['text', 'image', 'audio'] }),
    model('wordy', { support_verbosity: true, default_verbosity: 'low' }),
    model('silent', { default_reasoning_summary: 'none' }),
    model('old-hash', { comp_hash: '1' }),
    model('new-hash', { comp_hash: '2', supported_reasoning_levels: [{ effort: 'high' }] }),
  ],
};
