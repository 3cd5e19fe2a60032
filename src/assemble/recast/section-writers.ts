/** The sections whose texts are written outside the context engine, as it calls them. */

import type { SectionTexts } from '../../context/context-input.js';
import { changedAgentsMd, fullAgentsMd } from '../../context/agents-md.js';
import { changedEnvironments, fullEnvironments } from '../../context/environment-context.js';
import type { RulesProfile } from '../../contract/rules.js';
import type { PackTexts } from '../../contract/texts.js';

export function sectionWriters(texts: PackTexts, rules: RulesProfile): SectionTexts {
  return {
    agentsMd: {
      full: fullAgentsMd,
      changed: (told, snapshot) => changedAgentsMd(told, snapshot, texts),
    },
    environments: {
      full: (snapshot) => fullEnvironments(snapshot, rules),
      changed: (told, snapshot) =>
        changedEnvironments(told.state === 'known' ? told.snapshot : undefined, snapshot, rules),
    },
  };
}
