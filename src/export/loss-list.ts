/** Gathers what a conversion leaves out or changes. */

import type { Loss } from '../contract/chat.js';
import type { Inference } from '../contract/inference.js';

export class LossList {
  readonly losses: Loss[] = [];

  /** @param value what is lost or changed; its size is that of its compact JSON */
  add(code: string, path: string, value: unknown): void {
    this.losses.push({ path, code, bytes: jsonBytes(value) });
  }
}

/** A request of which nothing can be told, so that no record stands for it. */
export function untold({ body }: Inference): Loss {
  return { path: '', code: 'left_out.request', bytes: body.length };
}

/** The size of a value as compact JSON in UTF-8; 0 for what JSON has not. */
export function jsonBytes(value: unknown): number {
  const json = value === undefined ? undefined : JSON.stringify(value);
  return json === undefined ? 0 : Buffer.byteLength(json);
}
