/** Which sections a release's world state has, in the order in which changes are told (spec 1 §6.1, §9, spec 4 §2). */

import type { RulesProfile } from '../contract/rules.js';
import type { Section } from './section.js';
import { agentsMdSection } from './sections/agents-md.js';
import { collaborationModeSection } from './sections/collaboration-mode.js';
import { guidanceSection } from './sections/context-window-guidance.js';
import { deferredToolsSection } from './sections/deferred-tools.js';
import { environmentsSection } from './sections/environments.js';
import { modelSection } from './sections/model.js';
import { multiAgentHintSection, multiAgentModeSection } from './sections/multi-agent.js';
import { permissionsSection } from './sections/permissions.js';
import { personalitySection } from './sections/personality.js';
import { realtimeSection } from './sections/realtime.js';
import { chosenSkillsSection, hostSkillsSection } from './sections/skills.js';
import { appsNotice, environmentsNotice, pluginsNotice } from './sections/switched-notices.js';

export function sectionsOf(rules: RulesProfile): readonly Section[] {
  const { modelIsSection, skillsBeforePermissions } = rules;
  return [
    ...(modelIsSection ? [modelSection] : []),
    ...(rules.personalityTold === 'section' ? [personalitySection] : []),
    ...(rules.contextWindowStandsAlone ? [guidanceSection] : []),
    realtimeSection,
    agentsMdSection,
    ...(skillsBeforePermissions ? [hostSkillsSection] : []),
    permissionsSection,
    collaborationModeSection,
    environmentsSection,
    environmentsNotice,
    appsNotice,
    pluginsNotice,
    ...(rules.deferredTools ? [deferredToolsSection] : []),
    chosenSkillsSection,
    ...(skillsBeforePermissions ? [] : [hostSkillsSection]),
    ...(modelIsSection ? [multiAgentHintSection, multiAgentModeSection] : []),
  ];
}
