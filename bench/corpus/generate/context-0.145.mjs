// The records in which release 0.145 keeps a thread's identity, settings and context.

import {
  agentsText,
  environmentText,
  filesystemText,
  fragmentHash,
  modelSwitchText,
  permissionsText,
  skillsText,
} from './fragments.mjs';
import { collaborationMode, developer, inputText, user } from './items.mjs';
import { Text } from './text.mjs';

/** @typedef {import('./thread.mjs').Thread} Thread */

/** @param {Thread} thread */
export function metaPayload({ kinship, id, startMs, settings, provider, texts, windowIds }) {
  return {
    session_id: kinship.sessionId ?? id,
    id,
    forked_from_id: kinship.forkedFromId,
    parent_thread_id: kinship.parentId,
    timestamp: new Date(startMs).toISOString(),
    cwd: settings.cwd,
    originator: 'codex_cli_rs',
    cli_version: '0.145.0',
    source: kinship.source ?? 'cli',
    thread_source: kinship.parentId === undefined ? 'user' : 'subagent',
    agent_nickname: kinship.nickname,
    agent_path: kinship.agentPath,
    model_provider: provider,
    base_instructions: { text: texts.base },
    history_mode: 'legacy',
    multi_agent_version: kinship.agents,
    context_window: { window_id: windowIds[0] },
    git: {},
  };
}

/** @param {Thread} thread */
export function developerBundle({ settings, texts, untold }) {
  const parts = [permissionsText(settings.approval), skillsText(texts.skills)];
  return developer(untold.has('model') ? [modelSwitchText(texts.base), ...parts] : parts);
}

/** @param {Thread} thread */
export function userBundle({ settings, texts, date }) {
  return user([
    inputText(agentsText(settings.cwd, texts.agents)),
    inputText(environmentText({ cwd: settings.cwd, date })),
  ]);
}

/** @param {Thread} thread */
export function worldState({ settings, texts, date }) {
  return {
    agents_md: { directory: settings.cwd, text: texts.agents },
    apps_instructions: false,
    environments: {
      environments: { local: { cwd: settings.cwd, status: 'available', shell: 'bash' } },
      current_date: date,
      timezone: 'Etc/UTC',
      filesystem: filesystemText(settings.cwd),
    },
    environments_instructions: false,
    host_skills: { body: Text.of('\n## Skills\n', texts.skills, '\n'), includeInstructions: true },
    permissions: fragmentHash(permissionsText(settings.approval)),
    plugins_instructions: false,
    realtime: { active: false },
    skills: { includeInstructions: true },
  };
}

/** What a move to another folder changes in the world state. @param {string} cwd */
export function movedState(cwd) {
  return {
    agents_md: { directory: cwd },
    environments: { environments: { local: { cwd } }, filesystem: filesystemText(cwd) },
  };
}

/** @param {Thread} thread */
export function turnContext({ turn, settings, date, kinship }) {
  return {
    turn_id: turn?.id,
    cwd: settings.cwd,
    workspace_roots: [settings.cwd],
    current_date: date,
    timezone: 'Etc/UTC',
    approval_policy: settings.approval,
    approvals_reviewer: 'user',
    sandbox_policy: { type: 'danger-full-access' },
    permission_profile: { type: 'disabled' },
    model: settings.model,
    comp_hash: '2911',
    personality: settings.personality,
    collaboration_mode: collaborationMode(settings.model),
    multi_agent_version: kinship.agents ?? 'v1',
    realtime_active: false,
    summary: 'auto',
  };
}

/** @param {Thread} thread */
export function settingsRecord({ settings, provider }) {
  return {
    model: settings.model,
    model_provider_id: provider,
    approval_policy: settings.approval,
    approvals_reviewer: 'user',
    permission_profile: { type: 'disabled' },
    cwd: settings.cwd,
    personality: settings.personality,
    collaboration_mode: collaborationMode(settings.model),
  };
}
