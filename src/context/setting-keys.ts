/** Every setting that reaches a request, once: its key, the form of its value, and the sections it speaks in. */

import type { SectionId } from '../contract/context.js';

/** What a value has to be. */
export type ValueForm =
  | { readonly kind: 'text' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'count' }
  | { readonly kind: 'texts' }
  | { readonly kind: 'table' }
  | { readonly kind: 'text-or-table' }
  | { readonly kind: 'choice'; readonly of: readonly string[] };

/** What a setting changes: sections of the context, the base instructions, or the body around the input. */
export type SettingTarget = SectionId | 'base_instructions' | 'body';

export interface SettingKey {
  readonly form: ValueForm;
  readonly targets: readonly SettingTarget[];
}

const text: ValueForm = { kind: 'text' };
const flag: ValueForm = { kind: 'flag' };
const count: ValueForm = { kind: 'count' };
const texts: ValueForm = { kind: 'texts' };
const table: ValueForm = { kind: 'table' };
const choice = (...of: readonly string[]): ValueForm => ({ kind: 'choice', of });

function key(form: ValueForm, ...targets: readonly SettingTarget[]): SettingKey {
  return { form, targets };
}

/** Keys of Codex's own `config.toml` (spec 1 §1.5, §7; spec 2 §1.1, §3). */
const configKeys = {
  model: key(text, 'body', 'base_instructions', 'model_switch'),
  model_reasoning_effort: key(text, 'body'),
  model_reasoning_summary: key(choice('auto', 'concise', 'detailed', 'none'), 'body'),
  model_verbosity: key(choice('low', 'medium', 'high'), 'body'),
  service_tier: key(text, 'body'),
  model_context_window: key(count, 'body'),
  compact_prompt: key(text, 'body'),
  personality: key(choice('none', 'friendly', 'pragmatic'), 'base_instructions', 'personality'),
  instructions: key(text, 'base_instructions', 'personality'),
  model_instructions_file: key(text, 'base_instructions', 'personality'),
  developer_instructions: key(text, 'developer_instructions'),
  approval_policy: key({ kind: 'text-or-table' }, 'permissions'),
  approvals_reviewer: key(choice('user', 'auto_review', 'guardian_subagent'), 'permissions'),
  sandbox_mode: key(
    choice('read-only', 'workspace-write', 'danger-full-access'),
    'permissions',
    'environments',
  ),
  sandbox_workspace_write: key(table, 'permissions', 'environments'),
  default_permissions: key(text, 'permissions', 'environments'),
  permissions: key(table, 'permissions', 'environments'),
  features: key(table),
  include_permissions_instructions: key(flag, 'permissions'),
  include_collaboration_mode_instructions: key(flag, 'collaboration_mode'),
  include_environment_context: key(flag, 'environments'),
  include_apps_instructions: key(flag, 'apps'),
  skills: key(table, 'skills'),
  experimental_realtime_start_instructions: key(text, 'realtime'),
  project_doc_max_bytes: key(count, 'agents_md'),
  project_doc_fallback_filenames: key(texts, 'agents_md'),
  project_root_markers: key(texts, 'agents_md'),
} as const satisfies Readonly<Record<string, SettingKey>>;

/** What Codex takes from the machine, the client or the thread, not from its configuration. */
const sessionKeys = {
  cwd: key(text, 'environments', 'permissions'),
  workspace_roots: key(texts, 'environments', 'permissions'),
  shell: key(text, 'environments'),
  current_date: key(text, 'environments'),
  timezone: key(text, 'environments'),
  network: key(text, 'environments'),
  subagents: key(texts, 'environments'),
  environments: key(table, 'environments'),
  collaboration_mode: key(text, 'collaboration_mode'),
  collaboration_instructions: key(text, 'collaboration_mode'),
  multi_agent_mode: key(text, 'multi_agent_mode'),
  multi_agent_hint: key(text, 'multi_agent_hint'),
  realtime_active: key(flag, 'realtime'),
  context_window: key(text, 'context_window'),
  context_window_guidance: key(text, 'context_window_guidance'),
  memory: key(text, 'memory'),
  skills_text: key(text, 'skills'),
  apps: key(flag, 'apps'),
  plugins: key(flag, 'plugins'),
  environments_instructions: key(flag, 'environments_instructions'),
  deferred_tools: key(table, 'tools'),
  hook_context: key(texts),
  time_reminder: key(text, 'time_reminder'),
  recommended_plugins: key(texts, 'recommended_plugins'),
} as const satisfies Readonly<Record<string, SettingKey>>;

export const settingKeys = { ...configKeys, ...sessionKeys } as const;

export type SettingName = keyof typeof settingKeys;

/** Features of `[features]` that change what the model is told. */
export const featureTargets: Readonly<Record<string, readonly SettingTarget[]>> = {
  personality: ['base_instructions', 'personality'],
  exec_permission_approvals: ['permissions'],
  request_permissions_tool: ['permissions'],
  deferred_executor: ['environments_instructions'],
  multi_agent_v2: ['multi_agent_mode', 'multi_agent_hint'],
};

/** Keys of `config.toml` that are read without a word: no request depends on them. */
export const silentConfigKeys: ReadonlySet<string> = new Set([
  'agents',
  'allow_login_shell',
  'analytics',
  'audio',
  'auto_review',
  'background_terminal_max_timeout',
  'chatgpt_base_url',
  'check_for_update_on_startup',
  'cli_auth_credentials_store',
  'disable_paste_burst',
  'experimental_compact_prompt_file',
  'feedback',
  'file_opener',
  'forced_chatgpt_workspace_id',
  'forced_login_method',
  'ghost_snapshot',
  'hide_agent_reasoning',
  'history',
  'hooks',
  'js_repl_node_module_dirs',
  'js_repl_node_path',
  'log_dir',
  'marketplaces',
  'mcp_oauth_callback_port',
  'mcp_oauth_callback_url',
  'mcp_oauth_credentials_store',
  'mcp_servers',
  'memories',
  'model_auto_compact_token_limit',
  'model_catalog_json',
  'model_provider',
  'model_providers',
  'model_supports_reasoning_summaries',
  'notice',
  'notify',
  'openai_base_url',
  'oss_provider',
  'otel',
  'plan_mode_reasoning_effort',
  'profile',
  'profiles',
  'projects',
  'realtime',
  'review_model',
  'shell_environment_policy',
  'show_raw_agent_reasoning',
  'sqlite_home',
  'suppress_unstable_features_warning',
  'tool_output_token_limit',
  'tool_suggest',
  'tools',
  'tui',
  'web_search',
  'windows',
  'windows_wsl_setup_acknowledged',
  'zsh_path',
]);
