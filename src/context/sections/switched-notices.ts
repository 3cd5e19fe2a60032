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
  /** What takes it back, in releases that do; undefined: nothing ever does. */
  readonly removal?: { readonly tag: string; readonly words: ContextTextId };
  readonly label: string;
  readonly isOn: (input: ContextInput) => boolean;
}

/** A change from off to on is told, in newer releases also that it is over; an unknown past is left alone else. */
function noticeSection({ id, key, words, label, removal, isOn }: Notice): Section {
  return defineSection<boolean>({
    id,
    key,
    role: 'developer',
    label,
    needsFragment: true,
    snapshot: isOn,
    read: (recorded) => (typeof recorded === 'boolean' ? recorded : undefined),
    text: (told, input) => {
      const wasOn = told.state === 'known' && told.snapshot;
      if (isOn(input)) {
        return wasOn || told.state === 'unknown'
          ? undefined
          : onLines(key, wordsOf(input.texts, words));
      }
      if (removal === undefined || !input.rules.takesNoticesBack) return undefined;
      return wasOn || told.state === 'unknown'
        ? onLines(removal.tag, wordsOf(input.texts, removal.words))
        : undefined;
    },
  });
}

export const environmentsNotice = noticeSection({
  id: 'environments_instructions',
  key: 'environments_instructions',
  words: 'environments.instructions',
  label: 'environments.instructions',
  isOn: ({ settings }) => settings.environmentsInstructions,
});

export const appsNotice = noticeSection({
  id: 'apps',
  key: 'apps_instructions',
  words: 'apps.instructions',
  label: 'apps.instructions',
  removal: { tag: 'catalog_apps_instructions', words: 'apps.removed' },
  isOn: ({ settings }) => settings.apps,
});

export const pluginsNotice = noticeSection({
  id: 'plugins',
  key: 'plugins_instructions',
  words: 'plugins.instructions',
  label: 'plugins.usage_instructions',
  removal: { tag: 'plugins_instructions', words: 'plugins.removed' },
  isOn: ({ settings }) => settings.plugins,
});
