/** What a render can be asked for, as plain values that cross threads. */

import type { ContextRequest } from './context-request.js';
import type { RulesId } from './rules.js';

/**
 * Which requests of a session are rendered.
 * `all` every recorded one; `last` the newest recorded one; `next` what a resume would send now, before any new
 * prompt; otherwise the recorded ones numbered `from` to `to`, both included, counted from 0.
 */
export type AtSelector =
  | { readonly kind: 'all' }
  | { readonly kind: 'last' }
  | { readonly kind: 'next' }
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

/** An `at` as it is written: `all`, `last`, `next`, `3`, `2..5`; undefined when it is none. */
export function atSelectorOf(text: string): AtSelector | undefined {
  if (text === 'all' || text === 'last' || text === 'next') return { kind: text };
  const match = /^(\d+)(?:\.\.(\d+))?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match === null || from > to || !Number.isSafeInteger(to)) return undefined;
  return { kind: 'range', from, to };
}

/** `codex` loads and refuses what the reference release does (spec 3 §1.3); `lenient` reads on and reports what it took. */
export type LoaderMode = 'codex' | 'lenient';

/** Whether the provider's name was `OpenAI`, which decides item metadata and the kind of compaction (spec 3 §3.6, §5.1). */
export type ProviderMode = 'auto' | 'openai' | 'other';

/** Whether item ids were sent (spec 3 §3.6). */
export type ItemIdsMode = 'auto' | 'on' | 'off';

export const kernelChoices = ['auto', 'js', 'wasm', 'native'] as const;

/** Which kernel does the byte work: the fastest that works here, or just the named one. */
export type KernelChoice = (typeof kernelChoices)[number];

export interface RenderOptions {
  readonly at: AtSelector;
  readonly loader: LoaderMode;
  readonly provider: ProviderMode;
  readonly itemIds: ItemIdsMode;
  /** `auto` takes the profile of the `cli_version` the file names. */
  readonly rules: RulesId | 'auto';
  /** What of the context differs from what was recorded; undefined: nothing. */
  readonly context?: ContextRequest;
  readonly kernel: KernelChoice;
}

export const defaultRenderOptions: RenderOptions = {
  at: { kind: 'all' },
  loader: 'lenient',
  provider: 'auto',
  itemIds: 'auto',
  rules: 'auto',
  kernel: 'auto',
};
