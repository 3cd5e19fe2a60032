/** What the labels of content parts say: releases from 0.150 on write one a part into `content_item_kinds` (spec 4 §1.2). */

/** Labels whose fragments the registry knows by markers too have that row's kind. */
const kindOfLabels: ReadonlyMap<string, string> = new Map([
  ['agents_md.instructions', 'agents_md'],
  ['apps.instructions', 'apps'],
  ['collaboration_mode.instructions', 'collaboration_mode'],
  ['current_time.reminder', 'time_reminder'],
  ['environments.environment_context', 'environment_context'],
  ['environments.instructions', 'environments'],
  ['generic.developer_instructions', 'developer_instructions'],
  ['generic.turn_aborted', 'turn_aborted'],
  ['goal.internal_context', 'internal_context'],
  ['hooks.additional_context', 'hook_context'],
  ['host_skills.instructions', 'skills'],
  ['memories.instructions', 'memory'],
  ['model.base_instructions', 'base_instructions'],
  ['model.instructions', 'model_instructions'],
  ['model_switch.instructions', 'model_switch'],
  ['multi_agent.mode_instructions', 'multi_agent_mode'],
  ['multi_agent.role_instructions', 'multi_agent_hint'],
  ['multi_agent.subagent_notification', 'subagent_notification'],
  ['multi_agent.usage_hint', 'multi_agent_hint'],
  ['permissions.instructions', 'permissions'],
  ['personality.instructions', 'personality'],
  ['plugins.usage_instructions', 'plugins'],
  ['realtime.instructions', 'realtime'],
  ['shell.user_command', 'user_shell_command'],
  ['skills.instructions', 'skills'],
  ['skills.selected_skill_instructions', 'skill'],
  ['token_budget.context_window', 'context_window'],
  ['tools.deferred_namespaces', 'tools'],
  ['tools.incremental_update', 'tools'],
  ['tools.removed_definition', 'tools'],
]);

/** Application context is labelled with a key of its own. */
const additionalPrefix = 'additional_content.';

/** Labels of what no harness added: a person's parts, summaries, and parts whose origin was not told. */
const conversationLabels = /^(?:user\.|compaction\.|unknown$)/;

/** The kinds that only labels tell, with those a later release may add under `other`. */
export const labelledKinds = [
  'additional_context',
  'base_instructions',
  'developer_instructions',
  'hook_context',
  'memory',
  'model_instructions',
  'multi_agent_hint',
  'other',
  'time_reminder',
  'tools',
] as const;

/**
 * The kind of a labelled part, or undefined when its label does not say that it is context.
 * Developer messages are the harness's own: there, a label not known here is `other` context. From a user message a
 * part is never taken by a label that is not known.
 */
export function kindOfLabel(label: string, role: 'user' | 'developer'): string | undefined {
  const kind = kindOfLabels.get(label);
  if (kind !== undefined) return kind;
  if (label.startsWith(additionalPrefix)) return 'additional_context';
  if (role === 'user' || conversationLabels.test(label) || label === '') return undefined;
  return 'other';
}
