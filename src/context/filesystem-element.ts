/** The `<filesystem>` element of the environment context (spec 2 §2.2). */

import {
  type Entry,
  entryPathText,
  type FilePermissions,
  type PermissionProfile,
} from '../policy/profile.js';

/** What the element tells; a `ResolvedPolicy` has both. */
export interface FilesystemInput {
  /** Its workspace roots are put in already. */
  readonly profile: PermissionProfile;
  readonly workspaceRoots: readonly string[];
}

/** The element on one line, as it stands in the context and in recorded snapshots. */
export function filesystemElement({ profile, workspaceRoots }: FilesystemInput): string {
  const roots = workspaceRoots.map((root) => `<root>${escaped(root)}</root>`).join('');
  const listed = roots === '' ? '' : `<workspace_roots>${roots}</workspace_roots>`;
  return `<filesystem>${listed}<permission_profile type="${profile.type}">${filesOf(profile)}</permission_profile></filesystem>`;
}

function filesOf(profile: PermissionProfile): string {
  if (profile.type === 'managed') return managedFiles(profile.files);
  return profile.type === 'disabled' ? unrestricted : '<file_system type="external" />';
}

const unrestricted = '<file_system type="unrestricted" />';

function managedFiles(files: FilePermissions): string {
  if (files.type === 'unrestricted') return unrestricted;
  const { entries, globScanMaxDepth } = files;
  if (entries.length === 0 && globScanMaxDepth === undefined) {
    return '<file_system type="restricted" />';
  }
  const depth = globScanMaxDepth === undefined ? '' : ` glob_scan_max_depth="${globScanMaxDepth}"`;
  return `<file_system type="restricted"${depth}>${entries.map(entryElement).join('')}</file_system>`;
}

function entryElement({ path, access }: Entry): string {
  const escalation = access === 'deny' ? ' escalatable="false"' : '';
  const value = escaped(entryPathText(path));
  return `<entry access="${access}"${escalation}><${path.type}>${value}</${path.type}></entry>`;
}

const escapes: Readonly<Partial<Record<string, string>>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => escapes[mark] ?? mark);
}
