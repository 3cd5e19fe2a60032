/** The context a model is told: what it is made from, and the messages it becomes (spec 1 §6, spec 2 §6). */

import type { JsonRecord } from './json-record.js';

/** The sections of the context, each with texts of its own. */
export const sectionIds = [
  'model_switch',
  'developer_instructions',
  'personality',
  'memory',
  'context_window',
  'context_window_guidance',
  'realtime',
  'agents_md',
  'permissions',
  'collaboration_mode',
  'environments',
  'environments_instructions',
  'apps',
  'plugins',
  'skills',
  'tools',
  'top_level_tools',
  'multi_agent_hint',
  'multi_agent_mode',
  'recommended_plugins',
  'time_reminder',
  'goal',
  'hook_context',
] as const;

export type SectionId = (typeof sectionIds)[number];

/** One content part: a fragment with its tags, as it is sent. */
export interface ContextPart {
  readonly section: SectionId;
  /** What newer releases write into `content_item_kinds`. */
  readonly label: string;
  readonly text: string;
}

/** One message of the context, with one `input_text` a part. */
export interface ContextMessage {
  readonly role: 'developer' | 'user';
  readonly parts: readonly ContextPart[];
  /** Stands for an `additional_tools` item with these tools; there are no parts then. */
  readonly tools?: readonly JsonRecord[];
}

export type Personality = 'none' | 'friendly' | 'pragmatic';

/** The AGENTS.md section: the directory it is for, and its text; both absent when there are no documents. */
export interface AgentsMdSnapshot {
  readonly directory?: string;
  readonly text?: string;
}

/** An environment as the model is told of it. */
export interface EnvironmentSnapshot {
  readonly cwd: string;
  readonly status: 'available' | 'starting';
  readonly shell?: string;
  /** Newer releases mark one of several; a set of one has no mark. */
  readonly is_primary?: boolean;
}

/** The environment section as rollouts keep it (spec 2 §2.4); `network` and `filesystem` are rendered elements. */
export interface EnvironmentsSnapshot {
  /** By environment id. */
  readonly environments: Readonly<Record<string, EnvironmentSnapshot>>;
  readonly current_date?: string;
  readonly timezone?: string;
  readonly network?: string;
  readonly filesystem?: string;
  /** Lines as they are shown, `- REF: NAME`. */
  readonly subagents?: string;
}

/** The permissions message, rendered. */
export interface PermissionsSnapshot {
  /** The whole fragment, tags included. */
  readonly text: string;
  /** The same without the list of approved command prefixes, which newer releases hash (spec 4 §2.1). */
  readonly textWithoutPrefixes: string;
  readonly approvedPrefixes: readonly (readonly string[])[];
}

/** How the thread works with its person: the mode and the words for it. */
export interface CollaborationSettings {
  readonly mode: string;
  /** Undefined or empty: nothing is said. */
  readonly instructions?: string;
}

/** What the context of a turn is made from, every source read and every policy rendered. */
export interface ContextSettings {
  readonly model: string;
  /** The session's base instructions, as sent. */
  readonly baseText: string | undefined;
  /** Whether the base instructions are a model's own and follow the model where they are recorded (lite models, spec 4 §2.2); undefined: they don't. */
  readonly baseFollowsModel?: boolean;
  /** Base instructions given instead of the model's own (spec 1 §1.3), presence decides. */
  readonly baseOverride?: string;
  readonly personality?: Personality;
  /** Feature `personality`. */
  readonly personalityEnabled: boolean;
  readonly developerInstructions?: string;
  /** Text of the memory summary. */
  readonly memory?: string;
  /** The folder of the memories, which some packs' words name. */
  readonly memoryFolder?: string;
  /** Body of the context window section. */
  readonly contextWindow?: string;
  /** The agent that the context window names; undefined: `/root`. */
  readonly agentName?: string;
  readonly contextWindowGuidance?: string;
  readonly realtimeActive: boolean;
  /** Replaces the body of the start text. */
  readonly realtimeStart?: string;
  readonly agentsMd: AgentsMdSnapshot;
  /** Undefined: the section is switched off. */
  readonly permissions?: PermissionsSnapshot;
  /** Undefined: the section is switched off. */
  readonly collaboration?: CollaborationSettings;
  /** Undefined: the section is switched off. */
  readonly environments?: EnvironmentsSnapshot;
  readonly environmentsInstructions: boolean;
  readonly apps: boolean;
  readonly plugins: boolean;
  /** The whole `<skills_instructions>` fragment; undefined where the skills are not told. */
  readonly skills?: string;
  /** Text of the usage hint; undefined: none. */
  readonly multiAgentHint?: string;
  /** `proactive`, `explicitRequestOnly`, or words of one's own; undefined: multi-agent is off. */
  readonly multiAgentMode?: string | { readonly custom: string };
  /** Lines `- NAME (ID)`. */
  readonly recommendedPlugins?: readonly string[];
  /** Tools that a lite model is declared in the input, as its `additional_tools` item has them (spec 4 §2.1). */
  readonly topLevelTools?: readonly JsonRecord[];
  /** Deferred tool namespaces with their descriptions (spec 4 §2.1). */
  readonly deferredTools?: Readonly<Record<string, string>>;
}

/** What the model was told before, as far as the rollout tells (spec 1 §6.2, spec 3 §2.4, §2.5). */
export interface ContextBaseline {
  /** The newest turn context that still counts; undefined: the whole context is told again. */
  readonly reference?: {
    readonly model: string;
    readonly personality?: string;
    readonly multiAgentMode?: string | { readonly custom: string };
  };
  /** Settings of the turn before (spec 1 §4.3). */
  readonly previous?: {
    readonly model: string;
    readonly compHash?: string;
    readonly realtimeActive?: boolean;
  };
  /** The replayed world state; undefined when the rollout has none. */
  readonly worldState?: JsonRecord;
  /** Whether the history holds base instructions as an item, which newer releases record for lite models. */
  readonly holdsBaseItem?: boolean;
  /** Whether the history holds a fragment of that section, by its markers. */
  readonly hasFragment: (section: SectionId) => boolean;
}

/** What is told now, and what the rollout would record of it. */
export interface ContextChange {
  readonly messages: readonly ContextMessage[];
  /** The world state after it. */
  readonly worldState: JsonRecord;
}
