/** Tells which section of the context a content part belongs to: by its label, by its tag, or by its place. */

import type { SectionId } from '../contract/context.js';
import { recogniseDeveloper, recogniseUser, trimStart } from './recognise.js';

/** A content part as it was recorded. */
export interface RecordedPart {
  readonly role: string;
  readonly text: string;
  /** What newer releases write of it into `content_item_kinds` (spec 4 §1.2). */
  readonly label: string | undefined;
}

const byLabel: Readonly<Record<string, SectionId>> = {
  'agents_md.instructions': 'agents_md',
  'environments.environment_context': 'environments',
  'environments.instructions': 'environments_instructions',
  'permissions.instructions': 'permissions',
  'skills.instructions': 'skills',
  'host_skills.instructions': 'skills',
  'collaboration_mode.instructions': 'collaboration_mode',
  'model_switch.instructions': 'model_switch',
  'model.instructions': 'model_switch',
  'personality.instructions': 'personality',
  'realtime.instructions': 'realtime',
  'apps.instructions': 'apps',
  'plugins.instructions': 'plugins',
  'tools.deferred_namespaces': 'tools',
  'tools.incremental_update': 'tools',
  'tools.removed_definition': 'tools',
  'generic.developer_instructions': 'developer_instructions',
  'memories.instructions': 'memory',
  'multi_agent.usage_hint': 'multi_agent_hint',
  'multi_agent.role_instructions': 'multi_agent_hint',
  'multi_agent.mode_instructions': 'multi_agent_mode',
  'token_budget.context_window': 'context_window',
};

/** Kinds of the marker registry that are sections (spec 3 §4). */
const byUserKind: Readonly<Record<string, SectionId>> = {
  agents_md: 'agents_md',
  environment_context: 'environments',
  recommended_plugins: 'recommended_plugins',
};

const byDeveloperKind: Readonly<Record<string, SectionId>> = {
  permissions: 'permissions',
  model_switch: 'model_switch',
  collaboration_mode: 'collaboration_mode',
  multi_agent_mode: 'multi_agent_mode',
  realtime: 'realtime',
  skills: 'skills',
  personality: 'personality',
  context_window: 'context_window',
  context_window_guidance: 'context_window_guidance',
  apps: 'apps',
  plugins: 'plugins',
  environments: 'environments_instructions',
};

/** Tags of newer releases, which the registry of rollback trimming does not have (spec 4 §4). */
const byNewerTag: readonly (readonly [tag: string, section: SectionId])[] = [
  ['<tools>', 'tools'],
  ['<model_instructions>', 'model_switch'],
  ['<multi_agent_role>', 'multi_agent_hint'],
];

const memoryHeading = '## Memory';

/**
 * The sections of a message's parts, in order; undefined for what is no section.
 *
 * Untagged text is told by its label. Where a release wrote none, a part without tag that stands in the bundle in front
 * of everything but a model switch is taken for the developer instructions, and one with the heading of memories for
 * those (spec 1 §6.3).
 */
export function sectionsOf(parts: readonly RecordedPart[]): readonly (SectionId | undefined)[] {
  const sections = parts.map(sectionOf);
  if (sections[0] === 'context_window' && isOpenTagAlone(parts[0])) {
    return parts.map(() => 'context_window');
  }
  if (!isBundle(parts, sections)) return sections;
  const firstPlain = sections.findIndex((section) => section !== 'model_switch');
  return sections.map((section, position) => {
    const part = parts[position];
    if (section !== undefined || part === undefined || part.label !== undefined) return section;
    if (trimStart(part.text).startsWith(memoryHeading)) return 'memory';
    return position === firstPlain ? 'developer_instructions' : undefined;
  });
}

function sectionOf({ role, text, label }: RecordedPart): SectionId | undefined {
  const labelled = label === undefined ? undefined : byLabel[label];
  if (labelled !== undefined) return labelled;
  const whole = { head: text, tail: text, whole: () => text };
  if (role === 'user') return byUserKind[recogniseUser(whole) ?? ''];
  if (role !== 'developer') return undefined;
  const newer = byNewerTag.find(([tag]) => text.startsWith(tag));
  return newer?.[1] ?? byDeveloperKind[recogniseDeveloper(whole) ?? ''];
}

/** Newer releases tell the context window in three parts: tag, body, tag (spec 4 §3.1). */
function isOpenTagAlone(part: RecordedPart | undefined): boolean {
  return part !== undefined && !part.text.includes('</context_window>');
}

/** A developer message of a full injection holds the permissions or the skills. */
function isBundle(
  parts: readonly RecordedPart[],
  sections: readonly (SectionId | undefined)[],
): boolean {
  const isDeveloper = parts[0]?.role === 'developer';
  return (
    isDeveloper && sections.some((section) => section === 'permissions' || section === 'skills')
  );
}
