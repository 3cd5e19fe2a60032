// The records in which release 0.171 keeps a thread's identity, settings and context.

import {
  agentsText,
  deferredToolsText,
  environmentText,
  filesystemText,
  fragmentHash,
  helperTools,
  modelSwitchText,
  permissionsText,
  skillsText,
} from './fragments.mjs';
import { collaborationMode, developer, inputText, user } from './items.mjs';
import { Text } from './text.mjs';

/** @typedef {import('./lines-0.171.mjs').Lines0171} Thread */

/** A context item and the kinds of its parts. @typedef {{ item: any, kinds?: readonly string[] }} ContextItem */

const noCollaborationText = fragmentHash('<collaboration_mode></collaboration_mode>');

/** @param {Thread} thread */
export function metaPayload({
  kinship,
  id,
  startMs,
  settings,
  provider,
  texts,
  windowIds,
  firstModel,
}) {
  const { base } = kinship;
  return {
    account_scoped: true,
    session_id: kinship.sessionId ?? id,
    id,
    forked_from_id: kinship.forkedFromId,
    forked_from_ordinal_exclusive: base?.endOrdinal,
    parent_thread_id: kinship.parentId,
    timestamp: new Date(startMs).toISOString(),
    cwd: settings.cwd,
    runtime_workspace_roots: [settings.cwd],
    originator: 'codex_cli_rs',
    cli_version: '0.171.0',
    source: kinship.source ?? 'cli',
    thread_source: kinship.parentId === undefined ? 'user' : 'subagent',
    agent_nickname: kinship.nickname,
    agent_path: kinship.agentPath,
    model_provider: provider,
    base_instructions: { text: texts.base, provenance: { type: 'model', model: firstModel } },
    history_mode: 'paginated',
    history_base:
      base === undefined
        ? undefined
        : {
            thread_id: base.threadId,
            end_ordinal_exclusive: base.endOrdinal,
            end_byte_offset: base.endOffset,
          },
    subagent_history_start_ordinal: kinship.historyStart,
    multi_agent_version: kinship.agents,
    context_window: { window_id: windowIds[0] },
    git: {},
  };
}

/** Lite models take tools and base text as the first items of the history. @param {Thread} thread @returns {ContextItem[]} */
export function litePrefix(thread) {
  if (!thread.lite) return [];
  const tools = {
    type: 'additional_tools',
    id: thread.clientId('at'),
    role: 'developer',
    tools: [
      {
        type: 'namespace',
        name: 'functions',
        description: '',
        tools: [
          {
            type: 'custom',
            name: 'exec',
            description: Text.of('Runs a script in the mill.\n', thread.texts.skills),
            format: { type: 'grammar', syntax: 'lark', definition: 'start: /(.|\\n)+/\n' },
          },
          {
            type: 'function',
            name: 'wait',
            description: 'Waits for a running script.',
            strict: false,
            parameters: {
              type: 'object',
              properties: { cell_id: { type: 'string', description: 'Which script.' } },
              required: ['cell_id'],
              additionalProperties: false,
            },
          },
        ],
      },
    ],
  };
  const base = developer([thread.texts.base], thread.clientId('msg'));
  return [{ item: tools }, { item: base, kinds: ['model.base_instructions'] }];
}

/** @param {Thread} thread @returns {ContextItem[]} */
export function contextBundle(thread) {
  const { settings, texts, date, untold } = thread;
  const switched = untold.has('model') && !thread.lite;
  const developerParts = [
    ...(switched ? [['model_switch.instructions', modelSwitchText(texts.base)]] : []),
    ['host_skills.instructions', skillsText(texts.skills)],
    ['permissions.instructions', permissionsText(settings.approval)],
    ...(thread.lite ? [] : [['tools.deferred_namespaces', deferredToolsText()]]),
  ];
  const userParts = [
    inputText(agentsText(settings.cwd, texts.agents)),
    inputText(environmentText({ cwd: settings.cwd, date })),
  ];
  return [
    {
      item: developer(
        developerParts.map(([, text]) => text),
        thread.clientId('msg'),
      ),
      kinds: developerParts.map(([kind]) => String(kind)),
    },
    {
      item: user(userParts, thread.clientId('msg')),
      kinds: ['agents_md.instructions', 'environments.environment_context'],
    },
  ];
}

/** @param {Thread} thread */
export function worldState({ settings, texts, date, lite }) {
  const { cwd, model, approval } = settings;
  return {
    agents_md: { directory: cwd, text: texts.agents },
    apps_instructions: false,
    collaboration_mode: { mode: 'default', model, instructions: noCollaborationText },
    context_window_guidance: '',
    environments: {
      environments: { local: { cwd, status: 'available', shell: 'bash' } },
      current_date: date,
      timezone: 'Etc/UTC',
      filesystem: filesystemText(cwd),
    },
    environments_instructions: false,
    git_attribution: false,
    host_skills: { body: Text.of('\n## Skills\n', texts.skills, '\n'), includeInstructions: true },
    managed_developer_instructions: {},
    model: lite ? { model, instructions: fragmentHash(`base of ${model}`) } : model,
    model_catalog: fragmentHash('catalog'),
    multi_agent_mode: {},
    permissions: {
      instructions: fragmentHash(permissionsText(approval)),
      approved_command_prefixes: [],
    },
    persistent_mode: {},
    plugins_instructions: false,
    realtime: { active: false },
    skills: { includeInstructions: true },
    ...(lite
      ? {
          top_level_tools: {
            functions: fragmentHash('functions'),
            'functions.exec': fragmentHash('exec'),
            'functions.wait': fragmentHash('wait'),
          },
        }
      : { tools: { [helperTools.name]: helperTools.description } }),
  };
}

/** @param {Thread} thread */
export function turnContext({ turn, rootTurnId, settings, kinship }) {
  return {
    turn_id: turn?.id,
    root_turn_id: rootTurnId,
    disabled_plugin_ids: [],
    cwd: settings.cwd,
    approval_policy: settings.approval,
    approvals_reviewer: 'user',
    permission_profile: { type: 'disabled' },
    model: settings.model,
    comp_hash: '3000',
    collaboration_mode: collaborationMode(settings.model),
    multi_agent_version: kinship.agents ?? 'v1',
    realtime_active: false,
    summary: 'none',
    sandbox_policy: { type: 'danger-full-access' },
  };
}

/** @param {Thread} thread */
export function settingsPayload({ id, settings, provider }) {
  return {
    type: 'thread_settings_applied',
    thread_id: id,
    thread_settings: {
      model: settings.model,
      model_provider_id: provider,
      approval_policy: settings.approval,
      approvals_reviewer: 'user',
      requested_approvals_reviewer: 'user',
      permission_profile: { type: 'disabled' },
      cwd: settings.cwd,
      runtime_workspace_roots: [settings.cwd],
      collaboration_mode: collaborationMode(settings.model),
      disabled_plugin_ids: [],
    },
  };
}
