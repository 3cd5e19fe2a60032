/** Chooses the kernel of a thread, once, and says why. */

import { PromptmillError } from '../contract/errors.js';
import type { Kernel } from '../contract/kernels.js';
import type { KernelChoice } from '../contract/options.js';
import { wrongAnswer } from './fixed-vector.js';
import { jsKernel } from './js/kernel.js';
import { loadNativeKernel } from './native/kernel.js';
import { wasmKernel } from './wasm/kernel.js';

export interface SelectedKernel {
  readonly kernel: Kernel;
  /** One line a kernel that was looked at and not taken. */
  readonly reasons: readonly string[];
}

/** The fastest first. */
const candidates: readonly Candidate[] = [
  { name: 'native', load: loadNativeKernel },
  { name: 'wasm', load: () => wasmKernel },
  { name: 'js', load: () => jsKernel },
];

interface Candidate {
  readonly name: Kernel['name'];
  /** @throws Error that says why it can't be loaded */
  readonly load: () => Kernel;
}

/** What came of loading a kernel: tried once a thread. */
type Trial = { readonly kernel: Kernel } | { readonly reason: string };

const trials = new Map<Kernel['name'], Trial>();

/**
 * @param choice `auto` takes the fastest one there is; a named one is never replaced by another
 * @throws PromptmillError `kernel_unavailable` when a named kernel can't be loaded or answers wrongly
 */
export function selectKernel(choice: KernelChoice): SelectedKernel {
  const reasons: string[] = [];
  for (const candidate of candidates) {
    if (choice !== 'auto' && choice !== candidate.name) continue;
    const trial = tryOnce(candidate);
    if ('kernel' in trial) return { kernel: trial.kernel, reasons };
    reasons.push(`${candidate.name}: ${trial.reason}`);
  }
  throw new PromptmillError('kernel_unavailable', `kernel ${reasons.join('; ')}`, {
    found: reasons.join('; '),
    expected: `a kernel ${choice} that loads and answers its test rightly`,
    remedy: 'use --kernel auto, which takes the fastest kernel that works here',
  });
}

function tryOnce(candidate: Candidate): Trial {
  const known = trials.get(candidate.name);
  if (known !== undefined) return known;
  const trial = tryKernel(candidate);
  trials.set(candidate.name, trial);
  return trial;
}

function tryKernel({ load }: Candidate): Trial {
  try {
    const kernel = load();
    const reason = wrongAnswer(kernel);
    return reason === undefined ? { kernel } : { reason };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
