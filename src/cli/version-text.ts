/** `promptmill --version`, and with `--json` what it runs on: which kernel is taken and why not the faster ones. */

import { toolVersion } from '../batch/tool-version.js';
import { selectKernel } from '../kernels/select.js';
import { kernelChoice } from './kernel-choice.js';

/** @throws PromptmillError `usage`, `kernel_unavailable` */
export function versionText(form: 'plain' | 'json'): string {
  if (form === 'plain') return `${toolVersion()}\n`;
  const { kernel, reasons } = selectKernel(kernelChoice(undefined));
  const facts = {
    version: toolVersion(),
    node: process.version,
    kernel: kernel.name,
    notTaken: reasons,
  };
  return `${JSON.stringify(facts)}\n`;
}
