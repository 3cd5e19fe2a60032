/** What a platform's sandbox can and can't do with a policy, and how surely that is known (spec 2 §3.6, §3.7). */

import { deniedReads } from './denied-reads.js';
import type { Enforcement } from './direct-enforcement.js';
import { isValidGlob } from './match-glob.js';
import { accessAt } from './path-access.js';
import { restrictedFiles } from './profile.js';
import type { ResolvedPolicy } from './resolve-policy.js';

export const platforms = ['macos', 'linux', 'wsl1', 'wsl2', 'windows', 'windows-elevated'] as const;
export type Platform = (typeof platforms)[number];

export const bubblewraps = ['present', 'old', 'missing', 'no-userns'] as const;
export type Bubblewrap = (typeof bubblewraps)[number];

export interface Limit {
  readonly says: string;
  /** Seen on the reference program, or only inferred. */
  readonly sureness: 'measured' | 'assumed';
  /** Commands do not run, or reach less than the policy allows. */
  readonly failsClosed: boolean;
}

export interface SandboxMachine {
  readonly platform: Platform;
  readonly bubblewrap: Bubblewrap;
  /** See the rules profile. */
  readonly legacyLandlock: boolean;
}

export function platformLimits(
  policy: ResolvedPolicy,
  enforcement: Enforcement,
  { platform, bubblewrap, legacyLandlock }: SandboxMachine,
): readonly Limit[] {
  if (restrictedFiles(policy.profile) === undefined) return [];
  switch (platform) {
    case 'linux':
    case 'wsl2':
      return [
        ...bubblewrapLimits(bubblewrap),
        ...landlockLimits(enforcement, legacyLandlock),
        ...mountLimits(policy),
      ].map((limit) => (platform === 'wsl2' ? assumed(limit.says, limit.failsClosed) : limit));
    case 'wsl1':
      return [assumed('there are no user namespaces: sandboxed commands do not start', true)];
    case 'macos':
      return [assumed('the profile is enforced as it is, denied globs among it', false)];
    case 'windows':
      return windowsLimits(policy, enforcement);
    default:
      return windowsLimits(policy, enforcement).filter(({ failsClosed }) => !failsClosed);
  }
}

function bubblewrapLimits(bubblewrap: Bubblewrap): Limit[] {
  switch (bubblewrap) {
    case 'present':
      return [];
    case 'old':
    case 'missing':
      return [assumed('the bubblewrap that Codex brings along is used', false)];
    default:
      return [assumed('bubblewrap cannot make namespaces: sandboxed commands do not start', true)];
  }
}

/** Without bubblewrap, by choice: only the older form of a policy, and in newer releases not that either. */
function landlockLimits(enforcement: Enforcement, legacyLandlock: boolean): Limit[] {
  if (enforcement.kind === 'legacy' && legacyLandlock) return [];
  return [measured('with features.use_legacy_landlock sandboxed commands do not start', true)];
}

/** Mounts hide and protect paths, not patterns, and only what is there when a command starts. */
function mountLimits(policy: ResolvedPolicy): Limit[] {
  const { paths, globs } = deniedReads(policy);
  const limits: Limit[] = [];
  if (globs.some((glob) => !isValidGlob(glob))) {
    limits.push(measured('a denied glob is not valid: sandboxed commands do not start', true));
  }
  if (globs.length > 0) {
    limits.push(
      measured(
        'files that match a denied glob and are made later in the same run stay open',
        false,
      ),
    );
  }
  if (paths.length > 0) {
    limits.push(
      measured('denied files and folders look empty; one that is missing cannot be made', false),
    );
  }
  const shadowed = policy.targets.filter(
    ({ path, access }) =>
      access === 'read' && paths.some((denied) => path !== denied && path.startsWith(`${denied}/`)),
  );
  for (const { path } of shadowed) {
    if (accessAt(policy, path).access === 'read') {
      limits.push(measured(`${path} stays unreadable: it lies below a denied folder`, true));
    }
  }
  return limits;
}

function windowsLimits(policy: ResolvedPolicy, enforcement: Enforcement): Limit[] {
  const { paths, globs } = deniedReads(policy);
  const limits = [assumed('paths are compared as they are written, not by their case', false)];
  if (enforcement.kind === 'direct') {
    limits.push(assumed('the sandbox without elevation enforces the older form only', true));
  }
  if (paths.length + globs.length > 0 || !policy.readsAll) {
    limits.push(assumed('the sandbox without elevation cannot keep reads out', true));
  }
  return limits;
}

function measured(says: string, failsClosed: boolean): Limit {
  return { says, sureness: 'measured', failsClosed };
}

function assumed(says: string, failsClosed: boolean): Limit {
  return { says, sureness: 'assumed', failsClosed };
}
