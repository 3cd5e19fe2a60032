/** Puts the settings of a context together: what was given, over what the rollout tells, over Codex's defaults. */

import type {
  AgentsMdSnapshot,
  CollaborationSettings,
  ContextSettings,
  EnvironmentsSnapshot,
  PermissionsSnapshot,
  Personality,
  SectionId,
} from '../../contract/context.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import type { RulesProfile } from '../../contract/rules.js';
import type { PackTexts } from '../../contract/texts.js';
import { collaborationText } from '../../context/collaboration-text.js';
import { readAgentsMdSnapshot } from '../../context/agents-md.js';
import { readAgentsMdFragment } from '../../context/read-agents-md.js';
import { unnamedEnvironment } from '../../context/read-environment.js';
import type { BaseText } from '../base-text.js';
import type { RequestSettings } from '../choose-settings.js';
import { permissionsAnew } from './permissions-anew.js';
import type { PreparedRecast } from './prepared-recast.js';
import type { RecordedContext } from './recorded-context.js';

export interface ContextSources {
  readonly recast: PreparedRecast;
  readonly recorded: RecordedContext;
  readonly settings: RequestSettings;
  readonly base: BaseText;
  readonly rules: RulesProfile;
  readonly texts: PackTexts;
  /** Whether the base instructions are a model's own, as the rollout records it. */
  readonly baseFollowsModel: boolean;
  /** The tools that were offered, when they are known. */
  readonly tools: readonly JsonRecord[] | undefined;
}

/**
 * @throws PromptmillError `bad_setting` or `bad_policy` when settings can't be told, `missing_text` when the pack lacks
 * a text they need
 */
export function resolveContext(sources: ContextSources): ContextSettings {
  const { recast, recorded, settings, base } = sources;
  const { given } = recast;
  const permissions = permissionsAnew(sources);
  const override = given.text('instructions');
  return {
    model: settings.model.slug,
    baseText: base.text,
    ...optional('baseOverride', override),
    ...optional('personality', personalityOf(settings.personality)),
    personalityEnabled: given.feature('personality') ?? true,
    ...optional(
      'developerInstructions',
      given.text('developer_instructions') ?? told(recorded, 'developer_instructions'),
    ),
    ...optional('memory', given.text('memory') ?? told(recorded, 'memory')),
    ...optional('contextWindow', given.text('context_window') ?? body(recorded, 'context_window')),
    ...optional(
      'contextWindowGuidance',
      given.text('context_window_guidance') ?? body(recorded, 'context_window_guidance'),
    ),
    realtimeActive: given.flag('realtime_active') ?? snapshotFlag(recorded, 'realtime', 'active'),
    ...optional('realtimeStart', given.text('experimental_realtime_start_instructions')),
    agentsMd: agentsMdOf(sources),
    ...optional('permissions', permissions?.snapshot ?? recordedPermissions(recorded)),
    ...optional('collaboration', collaborationOf(sources)),
    ...optional('environments', environmentsOf(sources, permissions?.filesystem)),
    environmentsInstructions: isTold(sources, 'environments_instructions'),
    apps: isTold(sources, 'apps'),
    plugins: isTold(sources, 'plugins'),
    ...optional('skills', skillsOf(sources)),
    ...optional(
      'multiAgentHint',
      given.text('multi_agent_hint') ?? told(recorded, 'multi_agent_hint'),
    ),
    ...optional('multiAgentMode', multiAgentModeOf(sources)),
    ...optional('recommendedPlugins', given.texts('recommended_plugins')),
    baseFollowsModel: sources.baseFollowsModel,
    ...optional('topLevelTools', sources.tools),
    ...optional('deferredTools', deferredToolsOf(sources)),
  };
}

function personalityOf(name: string | undefined): Personality | undefined {
  return name === 'none' || name === 'friendly' || name === 'pragmatic' ? name : undefined;
}

function told({ newest }: RecordedContext, section: SectionId): string | undefined {
  return newest.get(section)?.text;
}

/** What stands between a fragment's tags, without the line ends that the tags bring along. */
function body(recorded: RecordedContext, section: SectionId): string | undefined {
  return /^<[^>]+>\n?([^]*?)\n?<\/[^>]+>$/.exec(told(recorded, section) ?? '')?.[1];
}

function snapshotFlag({ baseline }: RecordedContext, key: string, flag: string): boolean {
  const snapshot = baseline.worldState?.[key];
  return isRecord(snapshot) && snapshot[flag] === true;
}

function agentsMdOf({ recast, recorded }: ContextSources): AgentsMdSnapshot {
  const before = recordedAgentsMd(recorded);
  const given = recast.request.agentsMd;
  if (given === undefined || given.text === undefined) return given ?? before;
  const directory = given.directory ?? recast.given.text('cwd') ?? before.directory;
  return { ...given, ...optional('directory', directory) };
}

function recordedAgentsMd(recorded: RecordedContext): AgentsMdSnapshot {
  const snapshot = readAgentsMdSnapshot(recorded.baseline.worldState?.['agents_md']);
  return snapshot ?? readAgentsMdFragment(told(recorded, 'agents_md') ?? '') ?? {};
}

/** The recorded message itself; that prefixes are listed in it is not told apart. */
function recordedPermissions(recorded: RecordedContext): PermissionsSnapshot | undefined {
  const text = told(recorded, 'permissions');
  return text === undefined ? undefined : { text, textWithoutPrefixes: text, approvedPrefixes: [] };
}

function collaborationOf(sources: ContextSources): CollaborationSettings | undefined {
  const { recast, recorded, settings, rules, texts } = sources;
  const { given } = recast;
  if (given.flag('include_collaboration_mode_instructions') === false) return undefined;
  const before = recordedCollaboration(recorded);
  const words = given.text('collaboration_instructions');
  const mode =
    given.text('collaboration_mode') ??
    before?.mode ??
    (words === undefined ? undefined : 'default');
  if (mode === undefined) return undefined;
  // A mode without words of its own gets those of the release.
  const client = words ?? (mode === before?.mode ? before.instructions : null);
  const told = collaborationText({ mode, client, model: settings.model, rules, texts });
  return { mode, ...optional('instructions', told) };
}

function recordedCollaboration(recorded: RecordedContext): CollaborationSettings | undefined {
  const recordedMode = recorded.turn?.['collaboration_mode'];
  const fragment = body(recorded, 'collaboration_mode');
  if (!isRecord(recordedMode) || typeof recordedMode['mode'] !== 'string') {
    return fragment === undefined ? undefined : { mode: 'default', instructions: fragment };
  }
  const { mode, settings } = recordedMode;
  const words: unknown = isRecord(settings) ? settings['developer_instructions'] : undefined;
  return { mode, ...optional('instructions', typeof words === 'string' ? words : undefined) };
}

function environmentsOf(
  { recast, recorded }: ContextSources,
  filesystem: string | undefined,
): EnvironmentsSnapshot | undefined {
  const { given } = recast;
  if (given.flag('include_environment_context') === false) return undefined;
  const before: EnvironmentsSnapshot = recorded.environments ?? { environments: {} };
  const subagents = given.texts('subagents')?.join('\n');
  const snapshot: EnvironmentsSnapshot = {
    ...before,
    environments: givenEnvironments(recast, before),
    ...optional('current_date', given.text('current_date')),
    ...optional('timezone', given.text('timezone')),
    ...optional('network', given.text('network')),
    ...optional('filesystem', filesystem),
    ...optional('subagents', subagents),
  };
  const isEmpty = Object.keys(snapshot).length === 1 && isNone(snapshot.environments);
  return isEmpty ? undefined : snapshot;
}

function isNone(environments: EnvironmentsSnapshot['environments']): boolean {
  return Object.keys(environments).length === 0;
}

/** A directory or shell given is that of the first environment. */
function givenEnvironments(
  { given }: PreparedRecast,
  { environments }: EnvironmentsSnapshot,
): EnvironmentsSnapshot['environments'] {
  const table = given.table('environments');
  const named: EnvironmentsSnapshot['environments'] =
    table === undefined ? environments : readEnvironmentTable(table);
  const [first = unnamedEnvironment] = Object.keys(named);
  const before = named[first];
  const cwd = given.text('cwd') ?? before?.cwd;
  if (cwd === undefined) return named;
  const shell = given.text('shell') ?? before?.shell;
  const status = before?.status ?? 'available';
  return { ...named, [first]: { cwd, status, ...optional('shell', shell) } };
}

function readEnvironmentTable(
  table: Readonly<Record<string, unknown>>,
): EnvironmentsSnapshot['environments'] {
  const entries = Object.entries(table).flatMap(([id, value]) => {
    if (!isRecord(value) || typeof value['cwd'] !== 'string') return [];
    const { cwd, shell } = value;
    const status = value['status'] === 'starting' ? ('starting' as const) : ('available' as const);
    const named = typeof shell === 'string' ? shell : undefined;
    return [[id, { cwd, status, ...optional('shell', named) }] as const];
  });
  return Object.fromEntries(entries);
}

function isTold(
  { recast, recorded }: ContextSources,
  section: 'apps' | 'plugins' | 'environments_instructions',
): boolean {
  const given = recast.given.flag(section);
  if (given !== undefined) return given;
  if (section === 'apps' && recast.given.flag('include_apps_instructions') === false) return false;
  if (
    section === 'environments_instructions' &&
    recast.given.feature('deferred_executor') === true
  ) {
    return true;
  }
  return recorded.newest.has(section);
}

function skillsOf({ recast, recorded }: ContextSources): string | undefined {
  const { given } = recast;
  if (given.table('skills')?.['include_instructions'] === false) return undefined;
  const text = given.text('skills_text');
  if (text === undefined) return told(recorded, 'skills');
  if (text === '') return undefined;
  const isFragment = text.startsWith('<skills_instructions>');
  return isFragment ? text : `<skills_instructions>\n${text}\n</skills_instructions>`;
}

function multiAgentModeOf({ recast, recorded }: ContextSources): ContextSettings['multiAgentMode'] {
  const given = recast.given.text('multi_agent_mode');
  if (given === 'proactive' || given === 'explicitRequestOnly') return given;
  if (given !== undefined) return { custom: given };
  const turn = recorded.turn?.['multi_agent_mode'];
  if (typeof turn === 'string') return turn;
  // A resume goes by the turn context alone.
  const fragment =
    recast.request.mode === 'resume' ? undefined : body(recorded, 'multi_agent_mode');
  const custom = isRecord(turn) ? turn['custom'] : fragment;
  return typeof custom === 'string' ? { custom } : undefined;
}

/** Namespaces of tools with their descriptions. */
function deferredToolsOf({
  recast,
  recorded,
}: ContextSources): Readonly<Record<string, string>> | undefined {
  const tools = recast.given.table('deferred_tools') ?? recorded.baseline.worldState?.['tools'];
  if (!isRecord(tools)) return undefined;
  const entries = Object.entries(tools).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
