/** The messages of a full injection: a new session, or a history that no longer holds its context (spec 1 §6.3, spec 4 §3.1). */

import type { ContextChange, ContextMessage, ContextPart, SectionId } from '../contract/context.js';
import type { RulesProfile } from '../contract/rules.js';
import { wordsOf } from '../contract/texts.js';
import type { ContextInput } from './context-input.js';
import { memoryText } from './memory-text.js';
import { oneMessage } from './merge-parts.js';
import { switchSinceLastTurn } from './model-switch.js';
import { multiAgentModeText } from './multi-agent-mode.js';
import { unbakedPersonality } from './personality-spec.js';
import { sectionsOf } from './section-table.js';
import { guidanceOf, guidanceText } from './sections/context-window-guidance.js';
import { onLines } from './tags.js';
import { worldStateOf } from './world-state.js';

/** All that the settings tell, in the order in which it is sent before the user's words. */
export function initialContext(input: ContextInput): ContextChange {
  const told = (...ids: readonly SectionId[]) => ids.flatMap((id) => fullParts(id, input));
  const { rules } = input;
  return {
    messages: [
      ...oneMessage('developer', told(...bundleOrder(rules))),
      ...(rules.contextWindowStandsAlone ? contextWindowMessage(input) : []),
      ...oneMessage('developer', told('multi_agent_hint')),
      ...oneMessage('developer', told('multi_agent_mode')),
      ...oneMessage('user', told('recommended_plugins', 'agents_md', 'environments')),
    ],
    worldState: worldStateOf(input),
  };
}

function bundleOrder(rules: RulesProfile): readonly SectionId[] {
  const { skillsBeforePermissions, contextWindowStandsAlone } = rules;
  return [
    'model_switch',
    'developer_instructions',
    'personality',
    'memory',
    ...(contextWindowStandsAlone ? [] : (['context_window'] as const)),
    'context_window_guidance',
    'realtime',
    ...(skillsBeforePermissions ? (['skills'] as const) : []),
    'permissions',
    'collaboration_mode',
    'environments_instructions',
    'apps',
    'plugins',
    ...(skillsBeforePermissions ? [] : (['skills'] as const)),
    'tools',
  ];
}

/** A section of the world state, or what only a full injection tells. */
function fullParts(id: SectionId, input: ContextInput): readonly ContextPart[] {
  const sections = sectionsOf(input.rules).filter((section) => section.id === id);
  if (sections.length === 0) return part(id, onceText(id, input));
  return sections.flatMap((section) => {
    const text = section.fullText?.(input) ?? section.text({ state: 'absent' }, input);
    return part(id, text, section.labelFor?.(input) ?? section.label);
  });
}

function part(
  section: SectionId,
  text: string | undefined,
  label: string = onceLabels[section] ?? 'unknown',
): readonly ContextPart[] {
  return text === undefined ? [] : [{ section, label, text }];
}

const onceLabels: Readonly<Partial<Record<SectionId, string>>> = {
  developer_instructions: 'generic.developer_instructions',
  memory: 'memories.instructions',
  context_window: 'token_budget.context_window',
  context_window_guidance: 'token_budget.context_window_guidance',
  recommended_plugins: 'recommended_plugins.instructions',
};

function onceText(id: SectionId, input: ContextInput): string | undefined {
  const { settings, texts } = input;
  switch (id) {
    case 'model_switch':
      return switchSinceLastTurn(input);
    case 'developer_instructions':
      return settings.developerInstructions === '' ? undefined : settings.developerInstructions;
    case 'personality':
      return input.rules.personalityTold === 'settings' ? unbakedPersonality(input) : undefined;
    case 'memory':
      return memoryText(input);
    case 'context_window':
      return tagged('context_window', settings.contextWindow);
    case 'context_window_guidance':
      return guidanceText(guidanceOf(input));
    case 'multi_agent_hint':
      return settings.multiAgentHint === '' ? undefined : settings.multiAgentHint;
    case 'multi_agent_mode':
      return multiAgentModeText(settings.multiAgentMode, texts);
    case 'recommended_plugins':
      return recommendedText(input);
    default:
      return undefined;
  }
}

function tagged(name: string, body: string | undefined): string | undefined {
  return body === undefined ? undefined : onLines(name, body);
}

function recommendedText({ settings, texts }: ContextInput): string | undefined {
  const lines = settings.recommendedPlugins ?? [];
  if (lines.length === 0) return undefined;
  const lead = wordsOf(texts, 'recommended-plugins.lead');
  return onLines('recommended_plugins', `${lead}\n\n${lines.join('\n')}`);
}

function contextWindowMessage({ settings, rules }: ContextInput): readonly ContextMessage[] {
  const { contextWindow } = settings;
  if (contextWindow === undefined) return [];
  const texts = rules.contextWindowInParts
    ? ['<context_window>', `\n${contextWindow}\n`, '</context_window>']
    : [onLines('context_window', contextWindow)];
  return oneMessage(
    'developer',
    texts.flatMap((text) => part('context_window', text)),
  );
}
