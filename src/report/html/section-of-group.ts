/** A group of parts as the page shows it: in words, and with the family of groups that it is coloured by. */

import { groupWords } from '../explain/group-part.js';
import type { Family, PageSection } from './page-data.js';

export function sectionOfGroup(group: string): PageSection {
  return { id: group, label: groupWords(group), family: families.get(group) ?? 'context' };
}

const families: ReadonlyMap<string, Family> = new Map([
  ['base_instructions', 'instructions'],
  ['offered_tools', 'tools'],
  ['tools', 'tools'],
  ['top_level_tools', 'tools'],
  ['user_message', 'user'],
  ['media', 'user'],
  ['assistant_message', 'assistant'],
  ['agent_message', 'assistant'],
  ['reasoning', 'reasoning'],
  ['tool_call', 'call'],
  ['tool_output', 'output'],
  ['compaction', 'compaction'],
  ['summary', 'compaction'],
  ['compaction_prompt', 'compaction'],
  ['compaction_trigger', 'compaction'],
  ['settings', 'structure'],
  ['protocol', 'structure'],
]);
