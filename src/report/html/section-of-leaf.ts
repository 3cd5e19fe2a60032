/** The section a part is counted in: what its text is recognised as, else its type and role. */

import type { Leaf } from './collect-parts.js';
import type { Family, PageSection } from './page-data.js';

/** Where the id with its underlines taken out does not do. */
const labels: ReadonlyMap<string, string> = new Map([
  ['agents_md', 'AGENTS.md'],
  ['user', 'user messages'],
  ['assistant', 'assistant messages'],
  ['developer', 'other developer messages'],
  ['settings', 'request settings'],
  ['tool_call', 'tool calls'],
  ['tool_output', 'tool outputs'],
  ['structure', 'JSON structure'],
]);

/** What no part covers: keys and punctuation. */
export const structureSection: PageSection = section('structure', 'structure');

const settings = section('settings', 'structure');

export function sectionOfLeaf({ part, item }: Leaf): PageSection {
  const told = part.section ?? part.fragment;
  if (told === 'base_instructions') return section(told, 'instructions');
  if (told === 'tools' || item.type === 'additional_tools') return section('tools', 'tools');
  if (told !== undefined) return section(told, 'context');
  if (part.kind === 'field') return part.path === '/tools' ? section('tools', 'tools') : settings;
  return item.type === 'message' ? messageSection(part.role) : itemSection(item.type);
}

function messageSection(role = ''): PageSection {
  switch (role) {
    case 'user':
      return section('user', 'user');
    case 'assistant':
      return section('assistant', 'assistant');
    default:
      return section(role === '' ? 'message' : role, 'context');
  }
}

function itemSection(type: string): PageSection {
  if (type === 'reasoning') return section('reasoning', 'reasoning');
  if (type.endsWith('_output')) return section('tool_output', 'output');
  if (type.endsWith('_call')) return section('tool_call', 'call');
  if (type.startsWith('compaction')) return section('compaction', 'reasoning');
  return section(type, 'context');
}

function section(id: string, family: Family): PageSection {
  return { id, family, label: labels.get(id) ?? id.replaceAll('_', ' ') };
}
