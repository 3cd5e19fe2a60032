// For each lint rule: a small rollout in which it fires, what it says of it, and a twin in which it doesn't.

import type { Finding } from '../../src/report/lint/lint-session.js';
import type { RuleId } from '../../src/report/lint/rule-ids.js';
import {
  assistant,
  call,
  compacted,
  completed,
  context,
  developer,
  event,
  item,
  type Json,
  type Line,
  message,
  meta,
  numbered,
  output,
  prompt,
  started,
  tokens,
  turn,
  user,
} from './rollout-lines.js';

export interface LintFixture {
  readonly fires: readonly Line[];
  readonly found: Pick<Finding, 'line' | 'message'> &
    Partial<Pick<Finding, 'path' | 'bytes' | 'requests'>>;
  readonly twin: readonly Line[];
}

/** A session of one turn whose history begins with some lines. */
function session(...before: readonly Line[]): Line[] {
  return [
    meta(),
    started('t1'),
    context('t1'),
    ...before,
    ...prompt('Grind the rye.'),
    assistant('It is ground.'),
    tokens(),
    completed('t1'),
  ];
}

/** The same, with what the model did between the prompt and the answer. */
function sessionWith(...between: readonly Line[]): Line[] {
  return [
    meta(),
    started('t1'),
    context('t1'),
    ...prompt('Grind the rye.'),
    ...between,
    assistant('It is ground.'),
    tokens(),
    completed('t1'),
  ];
}

const once = { first: 0, last: 0, count: 1 };
const agentsMd = (text: string): string =>
  `# AGENTS.md instructions for /project\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`;
const mode = (text: string): string => `<collaboration_mode>${text}</collaboration_mode>`;
const policy = (name: string): string =>
  `<permissions instructions>\nThe sandbox is \`${name}\`.\n</permissions instructions>`;
const long = 'Weigh every sack twice, once before the stones and once behind them. '
  .repeat(4)
  .trim();
const longPrompt = 'Grind the rye of the northern field, and weigh it.';

const image = (url: string): Json =>
  item({ type: 'message', role: 'user', content: [{ type: 'input_image', image_url: url }] });
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]).toString(
  'base64',
);

const compactedAt15 = (again: string): Line[] => [
  meta(),
  ...turn('t1', longPrompt, 'It is ground.'),
  compacted([message('user', 'Sum: all is ground.')]),
  started('t2'),
  context('t2'),
  ...prompt(again),
  assistant('It is ground again.'),
  tokens(),
  completed('t2'),
];

const collaboration = (name: string, text: string | null): Json => ({
  collaboration_mode: { mode: name, settings: { model: 'stone', developer_instructions: text } },
});

const twoModes = (second: Json, told: readonly Line[]): Line[] => [
  meta(),
  started('t1'),
  context('t1', collaboration('plan', 'Plan only.')),
  developer(mode('Plan only.')),
  ...prompt('Grind the rye.'),
  assistant('Here is a plan.'),
  tokens(),
  completed('t1'),
  started('t2'),
  context('t2', second),
  ...told,
  ...prompt('Now grind.'),
  assistant('It is ground.'),
  tokens(),
  completed('t2'),
];

const reasoning = (more: Json): Json => item({ type: 'reasoning', summary: [], ...more });
const open = reasoning({ content: [{ type: 'reasoning_text', text: 'Rye first.' }] });
const sealed = reasoning({ encrypted_content: 'c2VhbGVk' });

export const lintFixtures: Readonly<Record<RuleId, LintFixture>> = {
  'duplicate-fragment': {
    fires: session(user(agentsMd('Use tabs.')), user(agentsMd('Use  tabs.\n'))),
    found: {
      line: 5,
      message:
        'agents_md stands here again, but for white space: the same is at /input/0/content/0, 81 bytes for nothing',
      path: '/input/1/content/0',
      bytes: 81,
      requests: once,
    },
    twin: session(
      user(agentsMd('Use tabs.')),
      user(agentsMd('Use blanks.')),
      user(agentsMd('Use tabs.')),
    ),
  },
  'repeated-in-instructions': {
    fires: [
      meta({ base_instructions: { text: `You mill. ${long}` } }),
      ...session(user(agentsMd(long))).slice(1),
    ],
    found: {
      line: 4,
      message: 'agents_md says what /instructions says already, 275 bytes for nothing',
      path: '/input/0/content/0',
      bytes: 275,
      requests: once,
    },
    twin: session(user(agentsMd(long))),
  },
  'model-switch-repeats-base': {
    fires: [
      meta({ base_instructions: { text: long } }),
      ...session(developer(`<model_switch>\nGo on so:\n${long}\n</model_switch>`)).slice(1),
    ],
    found: {
      line: 4,
      message:
        'the note of the new model holds all of /instructions once more, 275 bytes for nothing',
      path: '/input/0/content/0',
      bytes: 275,
      requests: once,
    },
    twin: [
      meta({ base_instructions: { text: long } }),
      ...session(developer('<model_switch>\nGo on faster.\n</model_switch>')).slice(1),
    ],
  },
  'several-developer-instructions': {
    fires: session(
      developer('Answer in verse.', policy('read-only')),
      developer('Answer in prose.', policy('read-only')),
    ),
    found: {
      line: 4,
      message:
        'these developer instructions differ from the newest, at /input/1/content/0; the model reads both',
      path: '/input/0/content/0',
      bytes: 16,
      requests: once,
    },
    twin: session(developer('Answer in verse.', policy('read-only'))),
  },
  'stale-permissions': {
    fires: session(developer(policy('danger-full-access'))),
    found: {
      line: 4,
      message: 'the sandbox text says danger-full-access, the turn runs with read-only',
      path: '/input/0/content/0',
      requests: once,
    },
    twin: session(developer(policy('danger-full-access')), developer(policy('read-only'))),
  },
  'stale-collaboration-mode': {
    fires: twoModes(collaboration('default', null), []),
    found: {
      line: 4,
      message: 'the newest text is of the mode plan, the turn runs in default',
      path: '/input/0/content/0',
      requests: { first: 1, last: 1, count: 1 },
    },
    twin: twoModes(collaboration('default', 'Do it.'), [developer(mode('Do it.'))]),
  },
  'wrong-model': {
    fires: [
      meta({ base_instructions: { text: 'You are GPT-5.2, and you mill.' } }),
      ...session().slice(1),
    ],
    found: {
      line: 1,
      message: 'the model is told that it is GPT-5.2; the request goes to stone',
      path: '/instructions',
      requests: once,
    },
    twin: [
      meta({ base_instructions: { text: 'You are GPT-5.2, and you mill.' } }),
      started('t1'),
      context('t1', { model: 'gpt-5.2-stone' }),
      ...session().slice(3),
    ],
  },
  'answered-message': {
    fires: compactedAt15(longPrompt),
    found: {
      line: 12,
      message: 'this message had its answer before the compaction, and comes again behind it',
      path: '/input/1',
      bytes: 126,
      requests: { first: 2, last: 2, count: 1 },
    },
    twin: compactedAt15('Grind the rye of the southern field, and weigh it.'),
  },
  'cut-output': {
    fires: sessionWith(
      item(call('c1')),
      item(output('c1', `${'first\n'.repeat(9)}\u2026120 tokens truncated\u2026last`)),
    ),
    found: {
      line: 7,
      message: '120 tokens of this output were cut before it was recorded',
      path: '/input/2',
      requests: { first: 1, last: 1, count: 1 },
    },
    twin: sessionWith(item(call('c1')), item(output('c1', 'all of it'))),
  },
  'cut-agents-md': {
    fires: session(user(agentsMd('r'.repeat(32_768)))),
    found: {
      line: 4,
      message: `the project's documents end at the budget of 32768 bytes, with "${'r'.repeat(60)}"`,
      path: '/input/0/content/0',
      requests: once,
    },
    twin: session(user(agentsMd('r'.repeat(32_767)))),
  },
  'split-character': {
    fires: session(user(agentsMd('Weigh the m\uFFFD'))),
    found: {
      line: 4,
      message: 'the documents end inside a character, which is sent as U+FFFD',
      path: '/input/0',
      requests: once,
    },
    twin: session(user(agentsMd('Weigh the \uFFFDm'))),
  },
  'call-without-output': {
    fires: sessionWith(item(call('c1')), item(call('c2')), item(output('c2', 'done'))),
    found: {
      line: 6,
      message: 'no output of the call c1 is recorded; the model is told that it was aborted',
      path: '/input/2',
      requests: { first: 1, last: 1, count: 1 },
    },
    twin: sessionWith(item(call('c1')), item(output('c1', 'done'))),
  },
  'output-without-call': {
    fires: sessionWith(item(output('c1', 'done'))),
    found: {
      line: 6,
      message: 'no line in front of it records the call c1; the output is not sent',
      bytes: 136,
    },
    twin: sessionWith(item(call('c1')), item(output('c1', 'done'))),
  },
  'foreign-reasoning': {
    fires: session(open, sealed),
    found: {
      line: 4,
      message:
        'open reasoning of one provider stands beside sealed reasoning of another, at /input/1',
      path: '/input/0',
      bytes: 116,
      requests: { first: 1, last: 1, count: 1 },
    },
    twin: session(open, open),
  },
  'invalid-image': {
    fires: session(image(`data:image/png;base64,${jpeg}`)),
    found: {
      line: 4,
      message: 'the data URL says image/png, the bytes are of image/jpeg',
      path: '/input/0/content/0',
      bytes: 38,
      requests: once,
    },
    twin: session(image(`data:image/jpeg;base64,${jpeg}`)),
  },
  'refused-name': {
    fires: sessionWith(item(call('c1', 'grind\u0000flour')), item(output('c1', 'done'))),
    found: {
      line: 6,
      message: String.raw`name "grind\u0000flour" does not match ^[a-zA-Z0-9_-]{1,64}$`,
      path: '/input/1/name',
      requests: { first: 1, last: 1, count: 1 },
    },
    twin: sessionWith(item(call('c1', 'grind_flour')), item(output('c1', 'done'))),
  },
  'control-character': {
    fires: sessionWith(item(call('c1')), item(output('c1', 'PK\u0000\u0000'))),
    found: {
      line: 7,
      message: 'output holds 2 NULs',
      path: '/input/2/output',
      bytes: 2,
      requests: { first: 1, last: 1, count: 1 },
    },
    twin: sessionWith(item(call('c1')), item(output('c1', '\u001b[31mred\u001b[0m'))),
  },
  'damaged-line': {
    fires: session('{"timestamp":"2026-03-04T05:06:07.089Z","type":"respon', 'more of it'),
    found: {
      line: 4,
      message: 'no whole JSON record where there should be one JSON object, and so in the next 1',
    },
    twin: session('', event('some_other_event')),
  },
  'mixed-ordinals': {
    fires: [...numberedLines(session()), event('some_other_event')],
    found: { line: 9, message: '1 of 9 records have no ordinal; here it changes' },
    twin: numberedLines(session()),
  },
  'repeated-ordinal': {
    fires: [...numberedLines(session()), numbered(3, event('some_other_event'))],
    found: { line: 9, message: 'the ordinal 3 is not above those in front of it' },
    twin: [...numberedLines(session()), numbered(33, event('some_other_event'))],
  },
};

function numberedLines(lines: readonly Line[]): Line[] {
  return lines.map((line, position) => numbered(position, line as Json));
}
