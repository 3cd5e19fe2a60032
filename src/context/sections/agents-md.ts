/** AGENTS.md: told in full, replaced, or withdrawn; the snapshot alone decides (spec 2 §1.9). */

import type { AgentsMdSnapshot } from '../../contract/context.js';
import { isRecord } from '../../contract/json-record.js';
import { defineSection } from '../section.js';

export const agentsMdSection = defineSection<AgentsMdSnapshot>({
  id: 'agents_md',
  key: 'agents_md',
  role: 'user',
  label: 'agents_md.instructions',
  needsFragment: false,
  snapshot: ({ settings }) => settings.agentsMd,
  read: readSnapshot,
  text: (told, { settings, sections }) =>
    told.state === 'absent'
      ? sections.agentsMd.full(settings.agentsMd)
      : sections.agentsMd.changed(told, settings.agentsMd),
});

function readSnapshot(recorded: unknown): AgentsMdSnapshot | undefined {
  if (!isRecord(recorded)) return undefined;
  const { directory, text } = recorded;
  if (!isTextOrNone(directory) || !isTextOrNone(text)) return undefined;
  return {
    ...(typeof directory === 'string' ? { directory } : {}),
    ...(typeof text === 'string' ? { text } : {}),
  };
}

function isTextOrNone(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}
