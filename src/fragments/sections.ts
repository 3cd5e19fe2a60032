/** Tells which section of the context a content part belongs to: by its label, by its tag, or by its place. */

import type { SectionId } from '../contract/context.js';
import { trimStart } from '../contract/white-space.js';
import { kindOfLabel } from './context-labels.js';
import {
  type FragmentText,
  recogniseDeveloper,
  recogniseDeveloperNote,
  recogniseUser,
  steersGoal,
} from './recognise.js';

/** A content part as it was recorded. */
export interface RecordedPart {
  readonly role: string;
  readonly text: string;
  /** What newer releases write of it into `content_item_kinds` (spec 4 §1.2). */
  readonly label: string | undefined;
}

/** Sections by the kind of their fragments; kinds that are no section have no row. */
const byKind = {
  user: {
    agents_md: 'agents_md',
    environment_context: 'environments',
    recommended_plugins: 'recommended_plugins',
  },
  developer: {
    apps: 'apps',
    collaboration_mode: 'collaboration_mode',
    context_window: 'context_window',
    context_window_guidance: 'context_window_guidance',
    developer_instructions: 'developer_instructions',
    environments: 'environments_instructions',
    hook_context: 'hook_context',
    memory: 'memory',
    model_instructions: 'model_switch',
    model_switch: 'model_switch',
    multi_agent_hint: 'multi_agent_hint',
    multi_agent_mode: 'multi_agent_mode',
    permissions: 'permissions',
    personality: 'personality',
    plugins: 'plugins',
    realtime: 'realtime',
    skills: 'skills',
    time_reminder: 'time_reminder',
    tools: 'tools',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, SectionId>>>>;

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

/** The kind of contextual fragment a part is, finer than sections; undefined for what is none. */
export function fragmentKindOf({ role, text, label }: RecordedPart): string | undefined {
  if (role !== 'user' && role !== 'developer') return undefined;
  // A person may write what looks like a fragment.
  if (label?.startsWith('user.') === true) return undefined;
  const labelled = label === undefined ? undefined : kindOfLabel(label, role);
  return labelled ?? kindOfText(role, text);
}

function sectionOf(part: RecordedPart): SectionId | undefined {
  const { role, text } = part;
  if (role !== 'user' && role !== 'developer') return undefined;
  const kind = fragmentKindOf(part);
  if (role === 'user' && steersGoal(kind, textPart(text))) return 'goal';
  const sections: Readonly<Record<string, SectionId>> = byKind[role];
  return sections[kind ?? ''];
}

function kindOfText(role: 'user' | 'developer', text: string): string | undefined {
  const part = textPart(text);
  if (role === 'user') return recogniseUser(part);
  return recogniseDeveloper(part) ?? recogniseDeveloperNote(part);
}

function textPart(text: string): FragmentText {
  return { head: text, tail: text, whole: () => text };
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
