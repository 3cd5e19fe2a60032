import { describe, expect, it } from 'vitest';
import {
  RolloutStripper,
  stripRollout,
  type StripOptions,
} from '../../src/assemble/strip-rollout.js';
import { narrow } from '../support/narrow-bytes.js';
import {
  assistant,
  compacted,
  developer,
  event,
  item,
  type Json,
  type Line,
  message,
  meta,
  numbered,
  record,
  rolloutOf,
  user,
} from '../support/rollout-lines.js';

const environment = '<environment_context>\n  <cwd>/mill</cwd>\n</environment_context>';
const agents = '# AGENTS.md instructions for /mill\n\n<INSTRUCTIONS>\nGrind.\n</INSTRUCTIONS>';
const aborted = '<turn_aborted>\nstopped\n</turn_aborted>';
const permissions = '<permissions instructions>\nask\n</permissions instructions>';

function stripped(lines: readonly Line[], options?: StripOptions): string {
  return Buffer.from(stripRollout(rolloutOf(lines), options).bytes).toString('utf8');
}

function text(lines: readonly Line[]): string {
  return Buffer.from(rolloutOf(lines)).toString('utf8');
}

/** A message whose parts are labelled as newer releases do. */
function labelled(
  role: string,
  parts: readonly (readonly [string, string])[],
  more: Json = {},
): Json {
  const { content, ...rest } = message(role, ...parts.map(([words]) => words));
  return {
    ...rest,
    content,
    internal_chat_message_metadata_passthrough: {
      turn_id: 't',
      content_item_kinds: parts.map(([, label]) => label),
      content_item_metadata: parts.map(([, label]) => ({ provenance: { type: label } })),
    },
    ...more,
  };
}

describe('a message', () => {
  it('goes as a line when all its parts are context', () => {
    expect(
      stripped([meta(), developer(permissions), user(agents, environment), user('Grind!')]),
    ).toBe(text([meta(), user('Grind!')]));
  });

  it('keeps its human parts wherever they stand', () => {
    const lines = [
      user('one', environment, 'two', agents, aborted, 'three'),
      user(environment, 'four'),
      user('five', environment, agents),
    ];
    expect(stripped(lines)).toBe(text([user('one', 'two', 'three'), user('four'), user('five')]));
  });

  it('keeps white space between the parts that stay', () => {
    const part = (words: string): string =>
      `{ "type" : "input_text", "text" : ${JSON.stringify(words)} }`;
    const line = (...parts: string[]): string =>
      `{"timestamp": "t", "type":"response_item", "payload" : {"type":"message","role":"user","content":[ ${parts.join(' ,\t')} ] } }`;
    expect(stripped([line(part(environment), part('a'), part(agents), part('b'))])).toBe(
      text([line(part('a'), part('b'))]),
    );
  });

  it('is left alone by words around a tag, a missing end, or a tag of another role', () => {
    const lines = [
      user(`see ${environment}`),
      user(`${environment} ok`),
      user('<environment_context> open'),
      user('<user_instructions>\nGrind.\n</user_instructions>'),
      user(permissions),
      developer(environment),
      developer('Grind slowly.'),
      assistant(environment),
      item({ type: 'message', role: 'user', content: [] }),
    ];
    expect(stripped(lines)).toBe(text(lines));
  });

  it('is told by its tags in any letter case, but for those whose case counts', () => {
    const lines = [
      user('<Environment_Context>x</ENVIRONMENT_CONTEXT>'),
      user('<GOAL_CONTEXT>x</GOAL_CONTEXT>'),
      developer('  <Model_Switch> and no end'),
    ];
    expect(stripped(lines)).toBe(text(lines.slice(1, 2)));
  });

  it('is told by hook prompts and by the forms of older releases', () => {
    const lines = [
      user('<hook_prompt hook_run_id="r1">go on</hook_prompt>', "<h hook_run_id='r2'>x</h>"),
      user('<goal_context>x</goal_context>'),
      user('<external_note>x</external_note>'),
      user('<external_note>x</external_other>'),
      user('<codex_internal_context source="goal">\nx\n</codex_internal_context>'),
    ];
    expect(stripped(lines)).toBe(text(lines.slice(3, 4)));
  });

  it('is told by its ends though they are hidden behind white space and escapes', () => {
    const space = ' \n\t'.repeat(900);
    expect(stripped([user(`${space}${environment}${space}`), user(`${space}word`)])).toBe(
      text([user(`${space}word`)]),
    );
  });
});

describe('labels of content parts', () => {
  it('tell untagged developer context, and stay in step with the parts', () => {
    const lines = [
      item(
        labelled('developer', [
          ['Remember the mill.', 'memories.instructions'],
          ['Whatever.', 'unknown'],
          [permissions, 'permissions.instructions'],
        ]),
      ),
      item(labelled('developer', [['Ask the miller.', 'multi_agent.usage_hint']])),
    ];
    expect(stripped(lines)).toBe(text([item(labelled('developer', [['Whatever.', 'unknown']]))]));
  });

  it('that are not known tell developer context, but never a part of a user message', () => {
    const lines = [
      item(labelled('developer', [['New.', 'windmill.sails']])),
      item(labelled('user', [['New.', 'windmill.sails']])),
    ];
    expect(stripped(lines)).toBe(text(lines.slice(1)));
  });

  it('do not spare what the tags tell', () => {
    expect(stripped([item(labelled('user', [[environment, 'user.text']]))])).toBe('');
  });

  it('may be fewer than the parts', () => {
    const line = (words: string[], kinds: string[]): Json =>
      item({
        ...message('user', ...words),
        internal_chat_message_metadata_passthrough: { content_item_kinds: kinds },
      });
    expect(stripped([line(['a', environment], ['user.text'])])).toBe(
      text([line(['a'], ['user.text'])]),
    );
  });

  it('of base instructions are minded only when they are named', () => {
    const lines = [item(labelled('developer', [['Base.', 'model.base_instructions']]))];
    expect(stripped(lines)).toBe(text(lines));
    expect(stripped(lines, { kinds: ['all'] })).toBe('');
  });
});

describe('a replacement history', () => {
  it('loses the messages that are context, and their places in the list beside it', () => {
    const line = (history: readonly Json[], places: readonly number[]): Json =>
      record('compacted', {
        message: 'short',
        replacement_history: history,
        replacement_history_metadata: places.map((history_sequence) => ({ history_sequence })),
        window_number: 1,
      });
    const kept = [message('user', 'one'), message('assistant', environment)];
    expect(
      stripped([
        line(
          [
            message('developer', permissions),
            message('user', environment, 'one'),
            message('user', agents),
            message('assistant', environment),
          ],
          [1, 2, 3, 4],
        ),
      ]),
    ).toBe(text([line(kept, [2, 4])]));
  });

  it('may be left empty', () => {
    expect(stripped([compacted([message('user', environment)])])).toBe(text([compacted([])]));
  });
});

describe('what stays', () => {
  it('is every line that holds no message of context, damaged ones too', () => {
    const lines: Line[] = [
      '',
      'no JSON',
      event('user_message', { message: environment }),
      `${JSON.stringify(user(environment))}}`,
      Buffer.from([0x7b, 0xff, 0x7d]),
      record('world_state', { full: true, state: { agents_md: environment } }),
    ];
    const bytes = rolloutOf(lines);
    const { bytes: left, report } = stripRollout(bytes);
    expect(Buffer.from(left)).toEqual(Buffer.from(bytes));
    expect(report.unread.map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  it('keeps its ordinals, with gaps', () => {
    const lines = [numbered(0, meta()), numbered(1, user(environment)), numbered(2, user('a'))];
    expect(stripped(lines)).toBe(text([numbered(0, meta()), numbered(2, user('a'))]));
  });

  it('keeps a byte order mark, and the lack of a line feed at the end', () => {
    const mark = '\uFEFF';
    const input = `${mark}${text([meta(), user('a'), user(environment)]).trimEnd()}`;
    const { bytes } = stripRollout(Buffer.from(input));
    expect(Buffer.from(bytes).toString('utf8')).toBe(`${mark}${text([meta(), user('a')])}`);
  });

  it('is what the kinds that are asked for leave', () => {
    const lines = [user(agents, environment, aborted)];
    expect(stripped(lines, { kinds: ['agents_md'] })).toBe(text([user(environment, aborted)]));
    expect(stripped(lines, { keepKinds: ['history'] })).toBe(text([user(aborted)]));
    expect(stripped(lines, { kinds: ['history', 'agents_md'], keepKinds: ['turn_aborted'] })).toBe(
      text([user(environment, aborted)]),
    );
  });

  it('is the same however little can be seen at once', () => {
    const long = 'word '.repeat(50_000);
    const bytes = rolloutOf([
      meta(),
      user(`${environment.slice(0, -22)}${long}</environment_context>`, long),
      compacted([message('user', agents, long), message('user', environment)]),
    ]);
    const whole = stripRollout(bytes);
    const plan = new RolloutStripper({}).plan(narrow(bytes, 65_536));
    const chunks: Buffer[] = [];
    plan.writeTo({ write: (chunk) => void chunks.push(Buffer.from(chunk)) });
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(whole.bytes));
    expect(plan.report).toEqual(whole.report);
  });
});

describe('the report', () => {
  it('tells of each part what it was, where it stood, and how long it was', () => {
    const part = (words: string): number =>
      JSON.stringify({ type: 'input_text', text: words }).length;
    const bytes = rolloutOf([
      user('a', environment),
      item(labelled('developer', [['Hint.', 'multi_agent.usage_hint']])),
      compacted([message('user', 'a'), message('user', aborted, environment)]),
    ]);
    const { report } = stripRollout(bytes);
    const common = { role: 'user', part: 1, inReplacementHistory: true, messageRemoved: true };
    expect(report.removals).toEqual([
      {
        kind: 'environment_context',
        role: 'user',
        line: 1,
        inReplacementHistory: false,
        part: 2,
        bytes: part(environment),
        messageRemoved: false,
      },
      {
        kind: 'multi_agent_hint',
        role: 'developer',
        line: 2,
        inReplacementHistory: false,
        part: 1,
        bytes: part('Hint.'),
        label: 'multi_agent.usage_hint',
        messageRemoved: true,
      },
      { ...common, kind: 'turn_aborted', line: 3, item: 2, bytes: part(aborted) },
      {
        ...common,
        kind: 'environment_context',
        line: 3,
        item: 2,
        part: 2,
        bytes: part(environment),
      },
    ]);
    expect(report.totals).toEqual({
      environment_context: { parts: 2, bytes: 2 * part(environment) },
      multi_agent_hint: { parts: 1, bytes: part('Hint.') },
      turn_aborted: { parts: 1, bytes: part(aborted) },
    });
    expect([report.inputBytes, report.removedLines]).toEqual([bytes.length, 1]);
  });
});
