/** The error of a policy that can't be told truthfully. */

import { PromptmillError } from '../contract/errors.js';

/** @param where the place in the policy, as its reader would look for it: `permissions.dev.filesystem` */
export function badPolicy(
  where: string,
  { found, expected }: { readonly found: string; readonly expected: string },
): PromptmillError {
  return new PromptmillError('bad_policy', `${where}: found ${found}, expected ${expected}`, {
    found,
    expected,
  });
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
