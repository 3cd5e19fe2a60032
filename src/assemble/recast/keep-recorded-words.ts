/** Leaves the words of a context that is told anew as they were recorded, wherever no setting speaks in a section. */

import type { ContextChange, ContextPart, SectionId } from '../../contract/context.js';
import type { PreparedRecast } from './prepared-recast.js';
import type { RecordedContext } from './recorded-context.js';

/**
 * Sections whose recorded fragment is all there is to tell. Others are told from a snapshot: their newest fragment may
 * have been a notice of a change.
 */
const toldAsRecorded: ReadonlySet<SectionId> = new Set([
  'memory',
  'permissions',
  'collaboration_mode',
  'environments_instructions',
  'apps',
  'plugins',
  'skills',
  'multi_agent_hint',
  'multi_agent_mode',
  'recommended_plugins',
]);

export function keepRecordedWords(
  change: ContextChange,
  { newest }: RecordedContext,
  recast: PreparedRecast,
): ContextChange {
  const recordedWords = (part: ContextPart): ContextPart => {
    const recorded = newest.get(part.section);
    const isLeft = recorded !== undefined && !recast.isSet(part.section);
    return isLeft && toldAsRecorded.has(part.section) ? { ...part, text: recorded.text } : part;
  };
  return {
    ...change,
    messages: change.messages.map(({ role, parts }) => ({ role, parts: parts.map(recordedWords) })),
  };
}
