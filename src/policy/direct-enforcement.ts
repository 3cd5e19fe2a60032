/** Whether the older form says all that a profile says, so that what enforces the older form will do (spec 2 §3.6). */

import { deniedReads } from './denied-reads.js';
import { type PolicyRules, profileOfSandbox } from './from-legacy.js';
import { comparePaths, joinPath } from './lexical-path.js';
import { accessAt } from './path-access.js';
import { pathEntry, type PermissionProfile, restrictedFiles } from './profile.js';
import { type ResolvedPolicy, resolvePolicy } from './resolve-policy.js';
import type { SandboxPolicy } from './sandbox-policy.js';
import { sandboxOfPolicy } from './to-legacy.js';
import { writableRoots } from './writable-roots.js';

export type Enforcement =
  | { readonly kind: 'legacy'; readonly policy: SandboxPolicy }
  /** Enforcement of the older form would fail closed: only the profile itself can be enforced. */
  | { readonly kind: 'direct'; readonly reasons: readonly string[] };

export function enforcementOf(policy: ResolvedPolicy, rules: PolicyRules): Enforcement {
  const legacy = sandboxOfPolicy(policy);
  if (legacy.policy === undefined) return { kind: 'direct', reasons: [legacy.reason] };
  const rebuilt = resolvePolicy(
    {
      profile: rebuiltProfile(legacy.policy, policy, rules),
      cwd: policy.cwd,
      workspaceRoots: [policy.cwd],
      facts: policy.facts,
    },
    rules,
  );
  const reasons = [
    ...unprotectedNames(policy, legacy.policy, rules),
    ...differences(signatureOf(policy), signatureOf(rebuilt)),
  ];
  return reasons.length === 0
    ? { kind: 'legacy', policy: legacy.policy }
    : { kind: 'direct', reasons };
}

/** The older form as a profile; its protected folders are those that are there. */
function rebuiltProfile(
  legacy: SandboxPolicy,
  policy: ResolvedPolicy,
  rules: PolicyRules,
): PermissionProfile {
  const profile = profileOfSandbox(legacy, { ...rules, protectedFolders: [] });
  const files = restrictedFiles(profile);
  if (files === undefined || profile.type !== 'managed') return profile;
  const readOnly = legacyRoots(legacy, policy, rules).flatMap((root) => root.readOnly);
  const entries = [...files.entries, ...readOnly.map((path) => pathEntry(path, 'read'))];
  return { ...profile, files: { ...files, entries } };
}

/** The writable roots of the older form by its own rules: without any entry but its roots. */
function legacyRoots(
  legacy: SandboxPolicy,
  { cwd, facts }: ResolvedPolicy,
  rules: PolicyRules,
): ReturnType<typeof writableRoots> {
  const profile = profileOfSandbox(legacy, { ...rules, protectedFolders: [] });
  return writableRoots(resolvePolicy({ profile, cwd, workspaceRoots: [cwd], facts }, rules));
}

/** Protected folders that the older form would leave open, because they are not there yet. */
function unprotectedNames(
  policy: ResolvedPolicy,
  legacy: SandboxPolicy,
  rules: PolicyRules,
): string[] {
  const kept = new Set(legacyRoots(legacy, policy, rules).flatMap((root) => root.readOnly));
  return writableRoots(policy).flatMap((root) =>
    root.protectedNames
      .map((name) => joinPath(root.path, name))
      .filter((path) => !kept.has(path))
      .map((path) => `${path} is protected, which the older form cannot say while it is missing`),
  );
}

interface Signature {
  readonly 'may everything be read': boolean;
  readonly 'may everything be written': boolean;
  readonly 'are the platform files readable': boolean;
  readonly 'readable paths': readonly string[];
  readonly 'writable paths': readonly string[];
  readonly 'denied paths': readonly string[];
  readonly 'denied globs': readonly string[];
}

function signatureOf(policy: ResolvedPolicy): Signature {
  const { paths, globs } = deniedReads(policy);
  const readable = policy.targets.filter(
    ({ path, access }) => access === 'read' && accessAt(policy, path).access !== 'deny',
  );
  return {
    'may everything be read': policy.readsAll,
    'may everything be written': policy.writesAll,
    'are the platform files readable': hasMinimal(policy),
    'readable paths': policy.readsAll ? [] : sorted(readable.map(({ path }) => path)),
    'writable paths': writableRoots(policy).map(({ path, readOnly }) =>
      [path, ...sorted(readOnly)].join(' without '),
    ),
    'denied paths': sorted(paths),
    'denied globs': globs,
  };
}

function hasMinimal({ profile, readsAll }: ResolvedPolicy): boolean {
  const entries = restrictedFiles(profile)?.entries ?? [];
  return (
    !readsAll &&
    entries.some(
      ({ path, access }) =>
        path.type === 'special' && path.value.kind === 'minimal' && access !== 'deny',
    )
  );
}

function sorted(paths: readonly string[]): string[] {
  return [...new Set(paths)].toSorted(comparePaths);
}

function differences(own: Signature, rebuilt: Signature): string[] {
  const other: Readonly<Record<string, unknown>> = { ...rebuilt };
  return Object.entries(own)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name]))
    .map(([name]) => `the older form differs in its ${name}`);
}
