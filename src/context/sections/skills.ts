/** The skills: a section for chosen environments, always empty here, and one of the host, with the list (spec 1 §6.1). */

import { isRecord } from '../../contract/json-record.js';
import { wordsOf } from '../../contract/texts.js';
import { defineSection } from '../section.js';
import { onLines } from '../tags.js';

const tag = 'skills_instructions';
const open = `<${tag}>`;
const close = `</${tag}>`;

interface SkillsSnapshot {
  /** What stands between the tags. */
  readonly body?: string;
  readonly includeInstructions: boolean;
}

/** Skills of chosen environments, of which rollouts tell nothing; it only speaks up against some past. */
export const chosenSkillsSection = defineSection<SkillsSnapshot>({
  id: 'skills',
  key: 'skills',
  role: 'developer',
  label: 'skills.instructions',
  needsFragment: true,
  snapshot: () => ({ includeInstructions: true }),
  read: readSnapshot,
  text: (told, input) => {
    if (told.state === 'absent') return undefined;
    const wasEmpty = told.state === 'known' && told.snapshot.body === undefined;
    return wasEmpty ? undefined : onLines(tag, wordsOf(input.texts, 'skills.none'));
  },
});

export const hostSkillsSection = defineSection<SkillsSnapshot>({
  id: 'skills',
  key: 'host_skills',
  role: 'developer',
  label: 'host_skills.instructions',
  needsFragment: true,
  snapshot: ({ settings }) => {
    const body = bodyOf(settings.skills);
    return { ...(body === undefined ? {} : { body }), includeInstructions: true };
  },
  read: readSnapshot,
  text: (told, input) => {
    const { skills } = input.settings;
    if (told.state !== 'known') return skills;
    if (told.snapshot.body === bodyOf(skills)) return undefined;
    return skills ?? onLines(tag, wordsOf(input.texts, 'skills.none-host'));
  },
});

function readSnapshot(recorded: unknown): SkillsSnapshot | undefined {
  if (!isRecord(recorded)) return undefined;
  const { includeInstructions } = recorded;
  const body = recorded['body'] ?? undefined;
  if (typeof includeInstructions !== 'boolean') return undefined;
  if (body === undefined) return { includeInstructions };
  return typeof body === 'string' ? { body, includeInstructions } : undefined;
}

function bodyOf(fragment: string | undefined): string | undefined {
  if (fragment === undefined) return undefined;
  return fragment.startsWith(open) && fragment.endsWith(close)
    ? fragment.slice(open.length, -close.length)
    : fragment;
}
