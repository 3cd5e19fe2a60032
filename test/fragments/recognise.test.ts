import { describe, expect, it } from 'vitest';
import { recogniseDeveloper, recogniseUser } from '../../src/fragments/recognise.js';
import { fragmentRows } from '../../src/fragments/registry.js';

const whole = (text: string) => ({ head: text, tail: text, whole: () => text });
const asUser = (text: string): string | undefined => recogniseUser(whole(text));
const asDeveloper = (text: string): string | undefined => recogniseDeveloper(whole(text));

const spaces = [
  '',
  ' ',
  '\n\t ',
  '\u0085',
  '\u00a0',
  '\u1680',
  '\u2003',
  '\u2028\u2029',
  '\u202f\u205f\u3000',
];
const noSpaces = ['\ufeff', '\u200b', '\u180e', 'x'];

/** Pairs of markers between which anything may stand, in any case. */
const pairs: readonly (readonly [string, string, string])[] = [
  ['agents_md', '# AGENTS.md instructions', '</INSTRUCTIONS>'],
  ['environment_context', '<environment_context>', '</environment_context>'],
  ['skill', '<skill>', '</skill>'],
  ['user_shell_command', '<user_shell_command>', '</user_shell_command>'],
  ['turn_aborted', '<turn_aborted>', '</turn_aborted>'],
  ['subagent_notification', '<subagent_notification>', '</subagent_notification>'],
  ['recommended_plugins', '<recommended_plugins>', '</recommended_plugins>'],
];

describe('a user text between a pair of markers', () => {
  it.each(pairs)('is %s', (kind, open, close) => {
    for (const inside of [
      '',
      ' for /project\n\n<INSTRUCTIONS>\nMind.\n',
      '\n',
      `${close} words between ${open}`,
    ]) {
      expect(asUser(open + inside + close)).toBe(kind);
    }
  });

  it.each(pairs)('is %s in whatever case of ASCII', (kind, open, close) => {
    expect(asUser(open.toUpperCase() + close.toLowerCase())).toBe(kind);
    expect(asUser(open.toLowerCase() + close.toUpperCase())).toBe(kind);
    // These fold to ASCII letters in Unicode only.
    expect(asUser(open.replace('k', '\u212a').replace('s', '\u017f') + close)).toBe(
      /[ks]/.test(open) ? undefined : kind,
    );
  });

  it.each(pairs)('is %s with white space around it', (kind, open, close) => {
    for (const space of spaces) expect(asUser(space + open + close + space)).toBe(kind);
  });

  it.each(pairs)('is no %s with anything else around it, or a marker missing', (_, open, close) => {
    for (const other of noSpaces) {
      expect(asUser(other + open + close)).toBe(undefined);
      expect(asUser(open + close + other)).toBe(undefined);
    }
    expect(asUser(open)).toBe(undefined);
    expect(asUser(close)).toBe(undefined);
    expect(asUser(open + close.slice(0, -1))).toBe(undefined);
    expect(asUser(open.slice(1) + close)).toBe(undefined);
  });

  it('is none with attributes on its tag', () => {
    expect(asUser('<skill name="grind"></skill>')).toBe(undefined);
    expect(asUser('<environment_context id="1"></environment_context>')).toBe(undefined);
    expect(asUser('<skill ></skill>')).toBe(undefined);
  });

  it('is none with the end of another pair', () => {
    expect(asUser('<skill></turn_aborted>')).toBe(undefined);
    expect(asUser('<INSTRUCTIONS>x</INSTRUCTIONS>')).toBe(undefined);
  });
});

describe('an internal context', () => {
  const close = '</codex_internal_context>';

  it.each(['goal', 'a', 'a1_b2', 'internal'])('has a source: %s', (source) => {
    expect(asUser(`\n<codex_internal_context source="${source}">x${close}\n`)).toBe(
      'internal_context',
    );
  });

  it.each([
    '<codex_internal_context>',
    '<codex_internal_context source="">',
    '<codex_internal_context source="Goal">',
    '<codex_internal_context source="1goal">',
    '<codex_internal_context source="_goal">',
    '<codex_internal_context source="go-al">',
    '<codex_internal_context source="go al">',
    '<codex_internal_context source="goäl">',
    "<codex_internal_context source='goal'>",
    '<codex_internal_context  source="goal">',
    '<codex_internal_context source="goal" >',
    '<codex_internal_context source="goal" more="x">',
    '<codex_internal_context source = "goal">',
    '<codex_internal_context\nsource="goal">',
    '<CODEX_internal_context source="goal">',
  ])('is spelled in one way: not %s', (open) => {
    expect(asUser(`${open}x${close}`)).toBe(undefined);
  });

  it('ends as it began', () => {
    expect(asUser('<codex_internal_context source="goal">x')).toBe(undefined);
    expect(asUser('<codex_internal_context source="goal">x</CODEX_INTERNAL_CONTEXT>')).toBe(
      undefined,
    );
  });
});

describe('the older forms', () => {
  it('of a goal count in their own case alone', () => {
    expect(asUser('<goal_context>x</goal_context>')).toBe('goal_context');
    expect(asUser('<GOAL_context>x</goal_context>')).toBe(undefined);
    expect(asUser('<goal_context>x</GOAL_context>')).toBe(undefined);
    expect(asUser('<goal_context source="goal">x</goal_context>')).toBe(undefined);
  });

  it('of warnings are told by their beginning', () => {
    const [limit, patch, account] = fragmentRows.filter(({ kind }) => kind.endsWith('_warning'));
    expect(asUser(`${limit?.open ?? ''} 60.`)).toBe('exec_limit_warning');
    expect(asUser(`  ${account?.open ?? ''}`)).toBe('account_warning');
    expect(asUser(`${patch?.open ?? ''}a tool. ${patch?.close ?? ''}`)).toBe('apply_patch_warning');
    expect(asUser(patch?.open ?? '')).toBe(undefined);
    for (const row of [limit, patch, account]) {
      expect(asUser(`${row?.open.toLowerCase() ?? ''} ${row?.close ?? ''}`)).toBe(undefined);
      expect(asUser(`A ${row?.open ?? ''} ${row?.close ?? ''}`)).toBe(undefined);
    }
    expect(asUser('Warning: something else')).toBe(undefined);
  });
});

describe('untrusted context', () => {
  it.each(['a', 'KEY', 'a b', '"', 'ü', ''])('is told by one name at both ends: %j', (name) => {
    expect(asUser(` <external_${name}>x</external_${name}> `)).toBe('external');
  });

  it('is none when the names differ', () => {
    expect(asUser('<external_a>x</external_b>')).toBe(undefined);
    expect(asUser('<external_a>x</external_A>')).toBe(undefined);
    expect(asUser('<EXTERNAL_a>x</EXTERNAL_a>')).toBe(undefined);
    expect(asUser('<external_a>x')).toBe(undefined);
    expect(asUser('<external_a')).toBe(undefined);
    expect(asUser('<external>x</external>')).toBe(undefined);
  });
});

describe('a user text', () => {
  it.each([
    '',
    ' ',
    'words',
    '<',
    '#',
    'W',
    '<user_instructions>x</user_instructions>',
    '<user_action>x</user_action>',
    '<system-reminder>x</system-reminder>',
    '<extension_context>x</extension_context>',
    '<image name="a">',
    '<permissions instructions>x',
    '<model_switch>x</model_switch>',
    '<collaboration_mode>x</collaboration_mode>',
    '<skills_instructions>x</skills_instructions>',
  ])("is a person's words otherwise: %j", (text) => {
    expect(asUser(text)).toBe(undefined);
  });

  it('may be too long to hold: its ends are enough', () => {
    const text = {
      head: '<skill>\n',
      tail: '\n</skill> ',
      whole: () => {
        throw new Error('the whole text is not needed');
      },
    };
    expect(recogniseUser(text)).toBe('skill');
    expect(recogniseUser({ ...text, head: '# words', tail: 'x' })).toBe(undefined);
  });

  it('is read whole for a hook prompt', () => {
    const text = '<hook_prompt hook_run_id="r">words</hook_prompt>';
    expect(
      recogniseUser({ head: text.slice(0, 10), tail: text.slice(-10), whole: () => text }),
    ).toBe('hook_prompt');
  });
});

describe('a developer text', () => {
  const tags = [
    ['permissions', '<permissions instructions>'],
    ['model_switch', '<model_switch>'],
    ['collaboration_mode', '<collaboration_mode>'],
    ['multi_agent_mode', '<multi_agent_mode>'],
    ['realtime', '<realtime_conversation>'],
    ['skills', '<skills_instructions>'],
    ['personality', '<personality_spec>'],
    ['token_budget', '<token_budget>'],
    ['context_window', '<context_window>'],
    ['context_window_guidance', '<context_window_guidance>'],
    ['rollout_budget', '<rollout_budget>'],
    ['apps', '<apps_instructions>'],
    ['plugins', '<plugins_instructions>'],
    ['environments', '<environments_instructions>'],
  ] as const;

  it.each(tags)('may be trimmed when it begins as %s', (kind, open) => {
    expect(asDeveloper(open)).toBe(kind);
    expect(asDeveloper(`\n\u00a0${open.toUpperCase()} and no end`)).toBe(kind);
  });

  it.each(tags)('stays when %s is not quite how it begins', (_, open) => {
    for (const other of noSpaces) expect(asDeveloper(other + open)).toBe(undefined);
    expect(asDeveloper(open.slice(0, -1))).toBe(undefined);
    expect(asDeveloper(open.replace('>', ' a="b">'))).toBe(undefined);
    expect(asUser(open)).toBe(undefined);
  });

  it.each([
    'words',
    '',
    '<',
    '<token_budget_reminder>x',
    '<KEY>value</KEY>',
    '<skill>x</skill>',
    '<environment_context>x</environment_context>',
    '<turn_aborted>x</turn_aborted>',
    '# AGENTS.md instructions</INSTRUCTIONS>',
    '<hook_prompt hook_run_id="r">x</hook_prompt>',
  ])('stays otherwise: %j', (text) => {
    expect(asDeveloper(text)).toBe(undefined);
  });
});
