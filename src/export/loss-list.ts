/** Gathers what a conversion leaves out or changes. */

import type { Loss } from '../contract/chat.js';

export class LossList {
  readonly losses: Loss[] = [];

  /** @param value what is lost or changed; its size is that of its compact JSON */
  add(code: string, path: string, value: unknown): void {
    this.losses.push({ path, code, bytes: jsonBytes(value) });
  }
}

/** The size of a value as compact JSON in UTF-8; 0 for what JSON has not. */
export function jsonBytes(value: unknown): number {
  const json = value === undefined ? undefined : JSON.stringify(value);
  return json === undefined ? 0 : Buffer.byteLength(json);
}
