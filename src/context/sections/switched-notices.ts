/** Notices that are told once a feature is there: environments, apps, plugins (spec 1 §6.1, §7.5). */

import type { SectionId } from '../../contract/context.js';
import { wordsOf, type ContextTextId } from '../../contract/texts.js';
import type { ContextInput } from '../context-input.js';
import { defineSection, type Section } from '../section.js';
import { onLines } from '../tags.js';

interface Notice {
  readonly id: SectionId;
  /** Key of the world state, and the tag. */
  readonly key: string;
  readonly words: ContextTextId;
  readonly isOn: (input: ContextInput) => boolean;
}

/** Only a change from off to on is told; an unknown past is left alone. */
function noticeSection({ id, key, words, isOn }: Notice): Section {
  return defineSection<boolean>({
    id,
    key,
    role: 'developer',
    label: `${id.replace('_instructions', '')}.instructions`,
    needsFragment: true,
    snapshot: isOn,
    read: (recorded) => (typeof recorded === 'boolean' ? recorded : undefined),
    text: (told, input) => {
      if (!isOn(input) || told.state === 'unknown') return undefined;
      if (told.state === 'known' && told.snapshot) return undefined;
      return onLines(key, wordsOf(input.texts, words));
    },
  });
}

export const environmentsNotice = noticeSection({
  id: 'environments_instructions',
  key: 'environments_instructions',
  words: 'environments.instructions',
  isOn: ({ settings }) => settings.environmentsInstructions,
});

export const appsNotice = noticeSection({
  id: 'apps',
  key: 'apps_instructions',
  words: 'apps.instructions',
  isOn: ({ settings }) => settings.apps,
});

export const pluginsNotice = noticeSection({
  id: 'plugins',
  key: 'plugins_instructions',
  words: 'plugins.instructions',
  isOn: ({ settings }) => settings.plugins,
});
