// A policy from the text of a configuration file, in a made-up place.

import { parse } from 'smol-toml';
import { type PathFacts, usualPathFacts } from '../../src/contract/path-facts.js';
import { type ResolvedPolicy, resolvePolicy } from '../../src/policy/resolve-policy.js';
import {
  type PermissionSelection,
  selectPermissions,
} from '../../src/policy/select-permissions.js';
import { profile } from './decode-one.js';

export const cwd = '/r';

interface PlaceOptions {
  readonly trust?: 'trusted' | 'untrusted';
  readonly requiredDenials?: readonly string[];
  /** Folders that exist. */
  readonly folders?: readonly string[];
  readonly tmpDir?: string;
  readonly rules?: '0.145' | '0.171';
}

/** Configuration files, lowest first; relative paths in the first begin at `/home/me/.codex`. */
export function select(
  layers: readonly string[],
  { trust, requiredDenials, rules = '0.145' }: PlaceOptions = {},
): PermissionSelection {
  return selectPermissions(
    layers.map((text, index) => ({
      values: parse(text),
      folder: index === 0 ? '/home/me/.codex' : cwd,
    })),
    {
      cwd,
      home: '/home/me',
      ...(trust === undefined ? {} : { trust }),
      ...(requiredDenials === undefined ? {} : { requiredDenials }),
    },
    profile(rules),
  );
}

export function policyOf(text: string, options: PlaceOptions = {}): ResolvedPolicy {
  const { rules = '0.145' } = options;
  return resolvePolicy(
    { ...select([text], options), cwd, facts: factsOf(options) },
    profile(rules),
  );
}

/** The policy of a profile with such a `filesystem` table. */
export function policyOfFiles(table: string, options: PlaceOptions = {}): ResolvedPolicy {
  return policyOf(`${devProfile}[permissions.dev.filesystem]\n${table}`, options);
}

export const devProfile = 'default_permissions = "dev"\n';

export function factsOf({ folders = [], tmpDir }: PlaceOptions): PathFacts {
  return {
    ...usualPathFacts,
    kindOf: (path) => (folders.includes(path) ? 'directory' : usualPathFacts.kindOf(path)),
    ...(tmpDir === undefined ? {} : { tmpDir }),
  };
}
