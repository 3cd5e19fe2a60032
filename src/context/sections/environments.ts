/** The environments: told in full, later what changed of them (spec 2 §2.4). */

import type { EnvironmentsSnapshot } from '../../contract/context.js';
import { readEnvironmentsSnapshot } from '../environments-snapshot.js';
import { defineSection } from '../section.js';

export const environmentsSection = defineSection<EnvironmentsSnapshot>({
  id: 'environments',
  key: 'environments',
  role: 'user',
  label: 'environments.environment_context',
  needsFragment: false,
  snapshot: ({ settings }) => settings.environments,
  // Older releases record no primary environment: then there is none to read.
  read: (recorded) => readEnvironmentsSnapshot(recorded, { tellsPrimaryEnvironment: true }),
  text: (told, { settings, sections }) => {
    const { environments } = settings;
    if (environments === undefined) return undefined;
    return told.state === 'absent'
      ? sections.environments.full(environments)
      : sections.environments.changed(told, environments);
  },
});
