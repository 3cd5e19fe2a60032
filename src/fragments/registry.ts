/** The table of contextual fragments: one row a kind, with its role, its markers and how they match (spec 3 §4). */

/** How a row's markers are compared with a text. */
export type MatchRule =
  /** Starts with `open` after left-trimming, ends with `close` after trimming; ASCII case does not count. */
  | 'both-ends'
  /** The same, but case counts. */
  | 'both-ends-exact'
  /** Starts with `open` after left-trimming; ASCII case does not count. */
  | 'prefix'
  /** Starts with `open` after left-trimming; case counts. */
  | 'prefix-exact'
  /** `<NAME source="S">` to `</NAME>` with S of lower-case letters, digits and `_`. */
  | 'source-attribute'
  /** `<external_N>` to `</external_N>` with one and the same N. */
  | 'named-pair'
  /** XML whose root has a `hook_run_id`. */
  | 'hook-prompt';

export interface FragmentRow {
  readonly kind: string;
  readonly role: 'user' | 'developer';
  readonly rule: MatchRule;
  readonly open: string;
  readonly close: string;
}

type Markers = readonly [open: string, close: string];

const user = (kind: string, rule: MatchRule, [open, close]: Markers): FragmentRow => ({
  kind,
  role: 'user',
  rule,
  open,
  close,
});

const pair = (kind: string, name: string): FragmentRow =>
  user(kind, 'both-ends', [`<${name}>`, `</${name}>`]);

const developer = (kind: string, open: string): FragmentRow => ({
  kind,
  role: 'developer',
  rule: 'prefix',
  open,
  close: '',
});

/** In the order they are tried; the first that matches names the kind. */
export const fragmentRows: readonly FragmentRow[] = [
  user('agents_md', 'both-ends', ['# AGENTS.md instructions', '</INSTRUCTIONS>']),
  pair('environment_context', 'environment_context'),
  pair('skill', 'skill'),
  pair('user_shell_command', 'user_shell_command'),
  pair('turn_aborted', 'turn_aborted'),
  pair('subagent_notification', 'subagent_notification'),
  pair('recommended_plugins', 'recommended_plugins'),
  user('internal_context', 'source-attribute', [
    '<codex_internal_context source="',
    '</codex_internal_context>',
  ]),
  user('goal_context', 'both-ends-exact', ['<goal_context>', '</goal_context>']),
  user('external', 'named-pair', ['<external_', '</external_']),
  user('exec_limit_warning', 'prefix-exact', [
    'Warning: The maximum number of unified exec processes you can keep open is',
    '',
  ]),
  user('apply_patch_warning', 'both-ends-exact', [
    'Warning: apply_patch was requested via ',
    'Use the apply_patch tool instead of exec_command.',
  ]),
  user('account_warning', 'prefix-exact', [
    'Warning: Your account was flagged for potentially high-risk cyber activity',
    '',
  ]),
  user('hook_prompt', 'hook-prompt', ['<', '']),
  developer('permissions', '<permissions instructions>'),
  developer('model_switch', '<model_switch>'),
  developer('collaboration_mode', '<collaboration_mode>'),
  developer('multi_agent_mode', '<multi_agent_mode>'),
  developer('realtime', '<realtime_conversation>'),
  developer('skills', '<skills_instructions>'),
  developer('personality', '<personality_spec>'),
  developer('token_budget', '<token_budget>'),
  developer('context_window', '<context_window>'),
  developer('context_window_guidance', '<context_window_guidance>'),
  developer('rollout_budget', '<rollout_budget>'),
  developer('apps', '<apps_instructions>'),
  developer('plugins', '<plugins_instructions>'),
  developer('environments', '<environments_instructions>'),
];

/**
 * Developer texts of newer releases with tags of their own (spec 4 §4). They do not count when turns are dropped, so they
 * are no rows of the table; both ends are asked for, since no rule of the reference program names them.
 */
export const developerNotes: readonly FragmentRow[] = [
  ['turn_aborted', 'turn_aborted'],
  ['tools', 'tools'],
  ['model_instructions', 'model_instructions'],
  ['multi_agent_hint', 'multi_agent_role'],
  ['time_reminder', 'current_time_reminder'],
].map(([kind = '', name = '']) => ({
  kind,
  role: 'developer',
  rule: 'both-ends',
  open: `<${name}>`,
  close: `</${name}>`,
}));
