/** AGENTS.md: told in full, replaced, or withdrawn; the snapshot alone decides (spec 2 §1.9). */

import type { AgentsMdSnapshot } from '../../contract/context.js';
import { readAgentsMdSnapshot } from '../agents-md.js';
import { defineSection } from '../section.js';

export const agentsMdSection = defineSection<AgentsMdSnapshot>({
  id: 'agents_md',
  key: 'agents_md',
  role: 'user',
  label: 'agents_md.instructions',
  needsFragment: false,
  snapshot: ({ settings }) => settings.agentsMd,
  read: readAgentsMdSnapshot,
  text: (told, { settings, sections }) =>
    told.state === 'absent'
      ? sections.agentsMd.full(settings.agentsMd)
      : sections.agentsMd.changed(told, settings.agentsMd),
});
