/** Which kernel is wanted: by flag, or else by the environment. */

import { PromptmillError } from '../contract/errors.js';
import { type KernelChoice, kernelChoices } from '../contract/options.js';

const variable = 'PROMPTMILL_KERNEL';

/**
 * @param flag the value of `--kernel`, which goes before `PROMPTMILL_KERNEL`
 * @throws PromptmillError `usage` when the variable holds no kernel's name
 */
export function kernelChoice(flag: KernelChoice | undefined): KernelChoice {
  const text = process.env[variable];
  if (flag !== undefined || text === undefined || text === '') return flag ?? 'auto';
  const choice = kernelChoices.find((candidate) => candidate === text);
  if (choice === undefined) {
    throw new PromptmillError('usage', `${variable}: ${text} is not understood`, {
      found: text,
      expected: kernelChoices.join(', '),
      remedy: `unset ${variable}`,
    });
  }
  return choice;
}
