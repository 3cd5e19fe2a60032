/** Turns a profile back into the older form, as far as that form can say it (spec 2 §3.6). */

import { normalisePath } from './lexical-path.js';
import { networkOf, restrictedFiles } from './profile.js';
import type { ResolvedPolicy } from './resolve-policy.js';
import type { SandboxPolicy } from './sandbox-policy.js';

/** The policy of the older form, or the reason why there is none. */
export type LegacyForm =
  | { readonly policy: SandboxPolicy }
  | { readonly policy?: undefined; readonly reason: string };

export function sandboxOfPolicy(policy: ResolvedPolicy): LegacyForm {
  const { profile } = policy;
  if (profile.type === 'disabled') return { policy: { type: 'danger-full-access' } };
  const network = networkOf(profile);
  if (profile.type === 'external') return { policy: { type: 'external-sandbox', network } };
  if (policy.writesAll) {
    return network === 'enabled'
      ? { policy: { type: 'danger-full-access' } }
      : { policy: { type: 'external-sandbox', network } };
  }
  const written = writtenPlaces(policy);
  if (written.root) return { reason: 'the whole disk may be written but for parts of it' };
  if (written.workspace) {
    return {
      policy: {
        type: 'workspace-write',
        writableRoots: written.others,
        network,
        excludesTmpdir: !written.tmpdir,
        excludesSlashTmp: !written.slashTmp,
      },
    };
  }
  if (written.others.length > 0 || written.tmpdir || written.slashTmp) {
    return { reason: 'something may be written, but not the working directory' };
  }
  return { policy: { type: 'read-only', network } };
}

interface WrittenPlaces {
  readonly root: boolean;
  readonly workspace: boolean;
  readonly tmpdir: boolean;
  readonly slashTmp: boolean;
  readonly others: readonly string[];
}

function writtenPlaces({ profile, cwd }: ResolvedPolicy): WrittenPlaces {
  const written = { root: false, workspace: false, tmpdir: false, slashTmp: false };
  const others = new Set<string>();
  const base = normalisePath(cwd);
  for (const { path, access } of restrictedFiles(profile)?.entries ?? []) {
    if (access !== 'write' || path.type === 'glob') continue;
    if (path.type === 'path') {
      const target = normalisePath(path.path);
      if (target === base) written.workspace = true;
      else others.add(target);
      continue;
    }
    if (path.value.kind === 'root') written.root = true;
    if (path.value.kind === 'tmpdir') written.tmpdir = true;
    if (path.value.kind === 'slash_tmp') written.slashTmp = true;
    if (path.value.kind === 'project_roots' && path.value.subpath === undefined) {
      written.workspace = true;
    }
  }
  return { ...written, others: [...others] };
}
