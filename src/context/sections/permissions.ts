/** Permissions: the whole message again whenever its hash changed (spec 1 §6.1, spec 4 §2.1). */

import type { PermissionsSnapshot } from '../../contract/context.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { fragmentHash } from '../fragment-hash.js';
import { equalJson } from '../equal-json.js';
import { defineSection } from '../section.js';

/** A bare hash, or with the approved prefixes beside it, which it then leaves out. */
type Recorded = string | JsonRecord;

export const permissionsSection = defineSection<Recorded>({
  id: 'permissions',
  key: 'permissions',
  role: 'developer',
  label: 'permissions.instructions',
  needsFragment: true,
  snapshot: ({ settings, rules }) => {
    const { permissions } = settings;
    if (permissions === undefined) return undefined;
    if (!rules.remembersPrefixes) return fragmentHash('developer', permissions.text);
    return {
      instructions: fragmentHash('developer', permissions.textWithoutPrefixes),
      approved_command_prefixes: permissions.approvedPrefixes,
    };
  },
  read: (recorded) =>
    typeof recorded === 'string' ||
    (isRecord(recorded) && typeof recorded['instructions'] === 'string')
      ? recorded
      : undefined,
  text: (told, { settings }) => {
    const { permissions } = settings;
    if (permissions === undefined || permissions.text === '') return undefined;
    if (told.state === 'known' && isSame(told.snapshot, permissions)) return undefined;
    return permissions.text;
  },
});

function isSame(told: Recorded, now: PermissionsSnapshot): boolean {
  if (typeof told === 'string') return told === fragmentHash('developer', now.text);
  return (
    told['instructions'] === fragmentHash('developer', now.textWithoutPrefixes) &&
    equalJson(told['approved_command_prefixes'] ?? [], now.approvedPrefixes)
  );
}
