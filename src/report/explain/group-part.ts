/** Says what a part of a request is: the group it counts in, and the same in words. */

import type { TracePart } from '../../contract/trace.js';

/** @param item the item it stands in; undefined for fields, and for items themselves */
export function groupOf(part: TracePart, item?: TracePart): string {
  if (part.kind === 'field') return fieldGroups[part.path.slice(1)] ?? 'settings';
  const byRule = ruleGroups[part.rule];
  if (byRule !== undefined) return byRule;
  if (part.section !== undefined) return part.section;
  if (part.fragment !== undefined) return part.fragment;
  if (mediaTypes.test(part.type)) return 'media';
  const { type, role } = item ?? part;
  return type === 'message' ? `${role ?? 'unknown'}_message` : (itemGroups[type] ?? type);
}

/** A group in words, in the singular; one that is not known is worded by its id. */
export function groupWords(group: string): string {
  return words[group] ?? group.replaceAll('_', ' ');
}

const mediaTypes = /^(?:input_image|input_audio|input_file|output_image)$/;

/** Items that are told by why they are there. */
const ruleGroups: Readonly<Record<string, string>> = {
  'item.summary': 'summary',
  'item.no_summary': 'summary',
  'item.compaction_prompt': 'compaction_prompt',
};

const fieldGroups: Readonly<Record<string, string>> = {
  instructions: 'base_instructions',
  tools: 'offered_tools',
};

const itemGroups: Readonly<Record<string, string>> = {
  function_call: 'tool_call',
  custom_tool_call: 'tool_call',
  local_shell_call: 'tool_call',
  tool_search_call: 'tool_call',
  web_search_call: 'tool_call',
  image_generation_call: 'tool_call',
  function_call_output: 'tool_output',
  custom_tool_call_output: 'tool_output',
  tool_search_output: 'tool_output',
  compaction_summary: 'compaction',
  context_compaction: 'compaction',
  additional_tools: 'offered_tools',
};

const words: Readonly<Record<string, string>> = {
  settings: 'setting',
  offered_tools: 'offered tools',
  protocol: 'keys and punctuation',
  user_message: 'user message',
  assistant_message: 'answer',
  developer_message: 'developer message',
  agent_message: 'message of an agent',
  summary: 'summary of a compaction',
  compaction: 'sealed compaction',
  media: 'image or other media',
  agents_md: 'AGENTS.md',
  skills: 'list of skills',
  skill: 'chosen skill',
  apps: 'apps',
  plugins: 'plugins',
  tools: 'changed tools',
  top_level_tools: 'top-level tools',
  environments: 'environment',
  environments_instructions: 'how to use environments',
  realtime: 'voice conversation',
  hook_context: 'context from a hook',
  hook_prompt: 'prompt from a hook',
  user_shell_command: 'shell command of the user',
  turn_aborted: 'aborted turn',
  subagent_notification: 'news of a sub-agent',
  internal_context: 'steering',
  goal_context: 'goal',
  exec_limit_warning: 'warning: too many processes',
  apply_patch_warning: 'warning: how to patch',
  account_warning: 'warning: account',
  external: 'text of an extension',
  additional_context: 'context of an application',
};
