/** Behaviour profiles: every rule that changed between Codex releases is a field here (spec 4 §6, §7). */

import type { JsonRecord } from './json-record.js';

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
  /** AGENTS.md documents of a project marked as untrusted are told. */
  readonly tellsUntrustedDocs: boolean;
  /** A root marker that can't be asked for gives up the project's AGENTS.md documents; otherwise it is not there. */
  readonly markerErrorsAbort: boolean;
  /** Fallback names for AGENTS.md may be paths; otherwise what is no plain file name is passed over. */
  readonly fallbackPaths: boolean;
  /** On a machine without a named time zone, the date is that of UTC; otherwise the local one (measured). */
  readonly utcDateWithoutZone: boolean;
  /** The byte budget of AGENTS.md is one for all environments; otherwise each has its own (measured). */
  readonly sharesDocumentBudget: boolean;
  /** Of several environments, the environment context tells which is the primary one (measured). */
  readonly tellsPrimaryEnvironment: boolean;
  /** Folders of a workspace root that stay read-only where the root may be written (measured). */
  readonly protectedFolders: readonly string[];
  /** A profile that extends `:workspace` inherits entries for those folders (measured). */
  readonly workspaceParentProtects: boolean;
  /** `:project_roots` in a profile means the workspace roots; otherwise it is unknown (measured). */
  readonly projectRootsKey: boolean;
  /** The feature `use_legacy_landlock` still enforces what the older form of a policy can say (measured). */
  readonly legacyLandlock: boolean;
  /** A goal's objective is told by an output no call asked for, and not in the continuation's text (spec 4 §4). */
  readonly goalObjectiveInOutput: boolean;
  /** A compaction by prompt keeps ids and content parts of what people wrote, and cuts in three parts (spec 4 §4). */
  readonly compactionKeepsParts: boolean;
  /** Compactions keep messages of agents, behind what the compaction brought. */
  readonly compactionKeepsAgents: boolean;
  /** Tokens an image takes of what a server's compaction retains. */
  readonly compactionImageTokens: number;
  /** Every compaction tells the context anew inside its replacement history, not only one within a turn. */
  readonly reinjectsInside: boolean;
  /** What an item takes of a window is estimated from what the model reads of it, not from all that is recorded. */
  readonly estimatesWords: boolean;
  /** The model and the mode of several agents are sections of the world state, not compared with the last turn context. */
  readonly modelIsSection: boolean;
  /** Where a personality that the base text does not have is told: by comparing settings, as a section, or nowhere. */
  readonly personalityTold: 'settings' | 'section' | 'never';
  /** The world state keeps the approved command prefixes beside the permissions' hash, which leaves them out. */
  readonly remembersPrefixes: boolean;
  /** The world state keeps the model and the words of the collaboration mode, and a change of either tells it anew. */
  readonly remembersCollaborationWords: boolean;
  /** The skills stand before the permissions, not at the end. */
  readonly skillsBeforePermissions: boolean;
  /** The context window is a message of its own; the guidance on it is a section of the world state. */
  readonly contextWindowStandsAlone: boolean;
  /** The context window's tags are parts of their own. */
  readonly contextWindowInParts: boolean;
  /** That guidance on the context window is replaced or gone is told. */
  readonly takesGuidanceBack: boolean;
  /** Notices on apps and plugins are taken back when these are gone. */
  readonly takesNoticesBack: boolean;
  /** The model's own words for a collaboration mode count before the client's. */
  readonly catalogCollaboration: boolean;
  /** Namespaces of tools that are loaded later are told. */
  readonly deferredTools: boolean;
  /** The end of a realtime conversation is told with its reason. */
  readonly tellsRealtimeReason: boolean;
  /** The time reminder stands in tags. */
  readonly taggedTimeReminder: boolean;
  /** What the world state of a session with nothing special holds for sections that say nothing then. */
  readonly silentSections: JsonRecord;
}

const silentIn0150: JsonRecord = { git_attribution: false, managed_developer_instructions: {} };
const silentIn0155: JsonRecord = {
  ...silentIn0150,
  context_window_guidance: '',
  persistent_mode: {},
};
const orchestratorSkills: JsonRecord = { enabled: false, includeInstructions: true };

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
  tellsUntrustedDocs: true,
  markerErrorsAbort: true,
  fallbackPaths: true,
  utcDateWithoutZone: true,
  sharesDocumentBudget: false,
  tellsPrimaryEnvironment: false,
  protectedFolders: ['.git', '.agents', '.codex'],
  workspaceParentProtects: true,
  projectRootsKey: false,
  legacyLandlock: true,
  goalObjectiveInOutput: false,
  compactionKeepsParts: false,
  compactionKeepsAgents: false,
  compactionImageTokens: 0,
  reinjectsInside: false,
  estimatesWords: false,
  modelIsSection: false,
  personalityTold: 'settings',
  remembersPrefixes: false,
  remembersCollaborationWords: false,
  skillsBeforePermissions: false,
  contextWindowStandsAlone: false,
  contextWindowInParts: false,
  takesGuidanceBack: false,
  takesNoticesBack: false,
  catalogCollaboration: false,
  deferredTools: false,
  tellsRealtimeReason: true,
  taggedTimeReminder: false,
  silentSections: {},
};
const v0150: RulesProfile = {
  ...v0145,
  id: '0.150',
  labelsContentParts: true,
  tellsUntrustedDocs: false,
  markerErrorsAbort: false,
  utcDateWithoutZone: false,
  sharesDocumentBudget: true,
  tellsPrimaryEnvironment: true,
  modelIsSection: true,
  personalityTold: 'section',
  remembersPrefixes: true,
  remembersCollaborationWords: true,
  skillsBeforePermissions: true,
  contextWindowStandsAlone: true,
  catalogCollaboration: true,
  tellsRealtimeReason: false,
  taggedTimeReminder: true,
  silentSections: { ...silentIn0150, orchestrator_skills: orchestratorSkills },
};
const v0155: RulesProfile = {
  ...v0150,
  id: '0.155',
  itemIdsAlways: true,
  loadsHistoryBase: true,
  takesGuidanceBack: true,
  silentSections: { ...silentIn0155, orchestrator_skills: orchestratorSkills },
};
const v0159: RulesProfile = {
  ...v0155,
  id: '0.159',
  personalitySubstitution: false,
  fallbackPaths: false,
  personalityTold: 'never',
  silentSections: silentIn0155,
};
const v0163: RulesProfile = {
  ...v0159,
  id: '0.163',
  baseLocation: 'input',
  litePrefixRecorded: true,
  keyOrder: 'stream_first',
  partMetadataForLiteOnly: true,
  reinjectsInside: true,
  silentSections: {
    ...silentIn0155,
    // Of a catalog that nobody named to the model; no other was seen.
    model_catalog: 'ea1a55de2973a50e2e404222c5499c24df5591ed',
  },
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
  goalObjectiveInOutput: true,
  compactionKeepsParts: true,
  compactionKeepsAgents: true,
  compactionImageTokens: 1844,
  estimatesWords: true,
  contextWindowInParts: true,
  takesNoticesBack: true,
  deferredTools: true,
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
