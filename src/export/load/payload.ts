/** A request body as a load generator sends it. */

import type { Loss } from '../../contract/chat.js';
import type { ExportOptions, FormatOption } from '../../contract/export.js';
import type { Inference } from '../../contract/inference.js';
import { withoutLoneSurrogates } from '../lone-surrogates.js';
import { readChoice } from '../read-option.js';
import { wireBody } from '../wire-body.js';

const outputs = ['as-sent', 'recorded'] as const;

export const outputOption: Readonly<Record<string, FormatOption>> = {
  'max-output': {
    value: outputs.join('|'),
    help: 'recorded: max_output_tokens is what the answer had, where that is known',
    fallback: outputs[0],
  },
};

export interface Payload {
  /** JSON in UTF-8. */
  readonly bytes: Uint8Array;
  readonly losses: readonly Loss[];
}

/** Makes the payloads of one export. */
export class Payloads {
  readonly #options: ExportOptions;
  readonly #setsOutput: boolean;

  /** @throws PromptmillError `usage` */
  constructor(options: ExportOptions) {
    this.#options = options;
    this.#setsOutput = readChoice(options.format, 'max-output', outputs) === 'recorded';
  }

  of(inference: Inference): Payload {
    const aimed = wireBody(inference, this.#optionsFor(inference));
    const whole = withoutLoneSurrogates(aimed.bytes);
    return { bytes: whole.bytes, losses: [...aimed.losses, ...whole.losses] };
  }

  #optionsFor({ facts }: Inference): ExportOptions {
    if (!this.#setsOutput) return this.#options;
    const tokens = facts.usage?.outputTokens ?? 0;
    if (tokens === 0) return this.#options;
    return { ...this.#options, set: { max_output_tokens: tokens, ...this.#options.set } };
  }
}
