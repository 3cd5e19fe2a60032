/** Behaviour profiles: every rule that changed between Codex releases is a field here (spec 4 §6, §7). */

/** A profile is named by the first release that behaves so. */
export type RulesId = '0.145' | '0.150' | '0.155' | '0.159' | '0.163' | '0.171';

export interface RulesProfile {
  readonly id: RulesId;
  /** Where the base instructions go: the `instructions` key, or a developer message in `input`. Lite models: always `input`. */
  readonly baseLocation: 'instructions' | 'input';
  /** Lite models: the tools item and the base message are recorded in the rollout, not put in front at request time. */
  readonly litePrefixRecorded: boolean;
  /** Personality replaces the placeholder of a model's template; otherwise the template is sent verbatim. */
  readonly personalitySubstitution: boolean;
  readonly keyOrder: 'instructions_first' | 'stream_first';
  /** Item ids are sent whatever the history mode. */
  readonly itemIdsAlways: boolean;
  /** The shared prefix named by `history_base` is loaded from the parent's file. */
  readonly loadsHistoryBase: boolean;
  /** The suffix moves to the newest replacement compaction even when a rollback discards its segment (spec 3 Q1). */
  readonly suffixFollowsDiscardedBase: boolean;
  /** A compaction summary in a user message counts as a user turn. */
  readonly summaryIsBoundary: boolean;
  /** The id in the file name must equal the id of the session meta. */
  readonly fileIdMustMatch: boolean;
  /** `status` of messages, `annotations` and `logprobs` of output texts survive to the request. */
  readonly keepsMessageExtras: boolean;
  /** A function output without `call_id` is read, and sent though no call asked for it. */
  readonly keepsUncalledOutputs: boolean;
  /** Empty text parts of an array output are dropped before the truncation budget is spent. */
  readonly dropsEmptyOutputTexts: boolean;
  /** A provider named OpenAI may compact through `/responses/compact`. */
  readonly remoteCompactionV1: boolean;
  /** Where item metadata is sent, a message without labels for its content parts gets `unknown` for each. */
  readonly labelsContentParts: boolean;
  /** Item metadata tells of each content part where it comes from, but only lite models are sent that. */
  readonly partMetadataForLiteOnly: boolean;
  /** An item with the reasoning effort follows the input, for models that take it (provider OpenAI). */
  readonly configurationUpdates: boolean;
  /** A line whose envelope has `metadata` that is no object is lost (measured). */
  readonly readsEnvelopeMetadata: boolean;
  /** Request-time base instructions lose the lines about a plan tool that is not offered. */
  readonly dropsPlanLines: boolean;
  /** Folders of a workspace root that stay read-only where the root may be written (measured). */
  readonly protectedFolders: readonly string[];
  /** A profile that extends `:workspace` inherits entries for those folders (measured). */
  readonly workspaceParentProtects: boolean;
  /** `:project_roots` in a profile means the workspace roots; otherwise it is unknown (measured). */
  readonly projectRootsKey: boolean;
  /** The feature `use_legacy_landlock` still enforces what the older form of a policy can say (measured). */
  readonly legacyLandlock: boolean;
}

const v0145: RulesProfile = {
  id: '0.145',
  baseLocation: 'instructions',
  litePrefixRecorded: false,
  personalitySubstitution: true,
  keyOrder: 'instructions_first',
  itemIdsAlways: false,
  loadsHistoryBase: false,
  suffixFollowsDiscardedBase: true,
  summaryIsBoundary: true,
  fileIdMustMatch: false,
  keepsMessageExtras: false,
  keepsUncalledOutputs: false,
  dropsEmptyOutputTexts: false,
  remoteCompactionV1: true,
  labelsContentParts: false,
  partMetadataForLiteOnly: false,
  configurationUpdates: false,
  readsEnvelopeMetadata: false,
  dropsPlanLines: false,
  protectedFolders: ['.git', '.agents', '.codex'],
  workspaceParentProtects: true,
  projectRootsKey: false,
  legacyLandlock: true,
};
const v0150: RulesProfile = { ...v0145, id: '0.150', labelsContentParts: true };
const v0155: RulesProfile = { ...v0150, id: '0.155', itemIdsAlways: true, loadsHistoryBase: true };
const v0159: RulesProfile = { ...v0155, id: '0.159', personalitySubstitution: false };
const v0163: RulesProfile = {
  ...v0159,
  id: '0.163',
  baseLocation: 'input',
  litePrefixRecorded: true,
  keyOrder: 'stream_first',
  partMetadataForLiteOnly: true,
};
const v0171: RulesProfile = {
  ...v0163,
  id: '0.171',
  suffixFollowsDiscardedBase: false,
  summaryIsBoundary: false,
  fileIdMustMatch: true,
  keepsMessageExtras: true,
  keepsUncalledOutputs: true,
  dropsEmptyOutputTexts: true,
  remoteCompactionV1: false,
  configurationUpdates: true,
  readsEnvelopeMetadata: true,
  dropsPlanLines: true,
  protectedFolders: ['.git', '.agents', '.codex', '.aws'],
  workspaceParentProtects: false,
  projectRootsKey: true,
  legacyLandlock: false,
};

/** Oldest first. */
export const rulesProfiles: readonly RulesProfile[] = [v0145, v0150, v0155, v0159, v0163, v0171];

/** The profile of that name, or undefined. */
export function rulesById(id: string): RulesProfile | undefined {
  return rulesProfiles.find((profile) => profile.id === id);
}

/**
 * The profile a release follows: the newest whose release is not newer than `cliVersion`; older releases take the
 * oldest profile. Pre-release parts (`0.155.0-alpha.16`) are ignored.
 *
 * @returns undefined when the text holds no version number.
 */
export function rulesForVersion(cliVersion: string): RulesProfile | undefined {
  const match = /^(\d+)\.(\d+)/.exec(cliVersion);
  if (match === null) return undefined;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  let best: RulesProfile = v0145;
  for (const profile of rulesProfiles) {
    const [profileMajor = 0, profileMinor = 0] = profile.id.split('.').map(Number);
    if (profileMajor < major || (profileMajor === major && profileMinor <= minor)) best = profile;
  }
  return best;
}
