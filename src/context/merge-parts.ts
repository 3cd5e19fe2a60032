/** Puts parts into messages: neighbours of one role share one, but for those that stand alone (spec 1 §6.4, spec 4 §2.2). */

import type { ContextMessage, ContextPart } from '../contract/context.js';

/** A part on its way into a message. */
export interface LoosePart extends ContextPart {
  readonly role: ContextMessage['role'];
  readonly standsAlone: boolean;
}

/** @returns the messages, in the order of their parts */
export function mergeParts(loose: readonly LoosePart[]): readonly ContextMessage[] {
  const messages: { role: ContextMessage['role']; parts: ContextPart[]; isClosed: boolean }[] = [];
  for (const { role, standsAlone, ...part } of loose) {
    const last = messages.at(-1);
    if (last === undefined || last.role !== role || last.isClosed || standsAlone) {
      messages.push({ role, parts: [part], isClosed: standsAlone });
    } else {
      last.parts.push(part);
    }
  }
  return messages.map(({ role, parts }) => ({ role, parts }));
}

/** One message of these parts, or none where there are none. */
export function oneMessage(
  role: ContextMessage['role'],
  parts: readonly (ContextPart | undefined)[],
): readonly ContextMessage[] {
  const told = parts.filter((part) => part !== undefined);
  return told.length === 0 ? [] : [{ role, parts: told }];
}
