/** A permission profile: what may be read and written, and whether the network may be used (spec 2 §3.2). */

export type Access = 'read' | 'write' | 'deny';

export type Network = 'restricted' | 'enabled';

/** A place that only the session knows. */
export type SpecialPath =
  | { readonly kind: 'root' | 'minimal' | 'tmpdir' | 'slash_tmp' }
  | { readonly kind: 'project_roots'; readonly subpath?: string }
  | { readonly kind: 'unknown'; readonly path: string; readonly subpath?: string };

export type EntryPath =
  | { readonly type: 'path'; readonly path: string }
  | { readonly type: 'glob'; readonly pattern: string }
  | { readonly type: 'special'; readonly value: SpecialPath };

export interface Entry {
  readonly path: EntryPath;
  readonly access: Access;
}

export interface RestrictedFiles {
  readonly type: 'restricted';
  readonly entries: readonly Entry[];
  readonly globScanMaxDepth?: number;
}

export type FilePermissions = RestrictedFiles | { readonly type: 'unrestricted' };

export type PermissionProfile =
  | { readonly type: 'managed'; readonly files: FilePermissions; readonly network: Network }
  | { readonly type: 'disabled' }
  | { readonly type: 'external'; readonly network: Network };

/** A glob that is still to be put below each workspace root begins so. */
export const rootsGlobPrefix = 'codex-project-roots://';

/** Whether commands may use the network: without a sandbox they may. */
export function networkOf(profile: PermissionProfile): Network {
  return profile.type === 'disabled' ? 'enabled' : profile.network;
}

/** The entries of a profile that has any; undefined where files are not restricted. */
export function restrictedFiles(profile: PermissionProfile): RestrictedFiles | undefined {
  if (profile.type !== 'managed' || profile.files.type !== 'restricted') return undefined;
  return profile.files;
}

export function pathEntry(path: string, access: Access): Entry {
  return { path: { type: 'path', path }, access };
}

export function specialEntry(value: SpecialPath, access: Access): Entry {
  return { path: { type: 'special', value }, access };
}

/** A path as configuration files and the model's context write it: `:root`, `:workspace_roots/docs`, `/opt/**`. */
export function entryPathText(path: EntryPath): string {
  if (path.type === 'path') return path.path;
  if (path.type === 'glob') return path.pattern;
  return specialText(path.value);
}

function specialText(value: SpecialPath): string {
  switch (value.kind) {
    case 'project_roots':
      return withSubpath(':workspace_roots', value.subpath);
    case 'unknown':
      return withSubpath(value.path, value.subpath);
    default:
      return `:${value.kind}`;
  }
}

function withSubpath(text: string, subpath: string | undefined): string {
  return subpath === undefined ? text : `${text}/${subpath}`;
}
