import { describe, expect, it } from 'vitest';
import { decodeOne, type DecodeSetUp } from '../support/decode-one.js';
import { narrow } from '../support/narrow-bytes.js';
import { ownTexts } from '../support/own-texts.js';
import { type Json, message } from '../support/rollout-lines.js';

const text = (words: string): Json => ({ type: 'input_text', text: words });
const hook = '<hook_prompt hook_run_id="r">words</hook_prompt>';
const context = '<environment_context>x</environment_context>';

function flagsOf(item: Json, setUp: DecodeSetUp = {}): readonly string[] {
  return decodeOne(item, setUp)?.flags ?? [];
}

/** The flags of a user message of these parts, without the role itself. */
function userFlags(parts: readonly unknown[], setUp: DecodeSetUp = {}): string[] {
  const flags = flagsOf({ type: 'message', role: 'user', content: parts }, setUp);
  return flags.filter((flag) => flag !== 'user');
}

describe('a user message', () => {
  it.each([
    ['of words', [text('Grind this.')], ['boundary']],
    ['of nothing', [], ['boundary']],
    ['of an image alone', [{ type: 'input_image', image_url: 'a' }], ['boundary', 'image']],
    ['of context', [text(context)], ['contextualUser']],
    ['of words and context', [text('Grind this.'), text(context)], ['contextualUser']],
    [
      'of context in the wrong kind of part',
      [{ type: 'output_text', text: context }],
      ['boundary'],
    ],
    ['of a hook prompt', [text(hook)], ['contextualUser', 'hookMessage']],
    ['of two hook prompts', [text(hook), text(hook)], ['contextualUser', 'hookMessage']],
    [
      'of a hook prompt and context',
      [text(context), text(hook)],
      ['contextualUser', 'hookMessage'],
    ],
    ['of a hook prompt and words', [text(hook), text('words')], ['contextualUser']],
    [
      'of a hook prompt and an image',
      [text(hook), { type: 'input_image', image_url: 'a' }],
      ['contextualUser', 'image'],
    ],
    ['of a user action', [text('<user_action>x</user_action>')], ['boundary']],
    ['of user instructions', [text('<user_instructions>x</user_instructions>')], ['boundary']],
    [
      'of a goal',
      [text('<codex_internal_context source="goal">x</codex_internal_context>')],
      ['contextualUser', 'goalContext'],
    ],
    [
      'of another internal context',
      [text('<codex_internal_context source="plan">x</codex_internal_context>')],
      ['contextualUser'],
    ],
    ['of an old goal', [text('<goal_context>x</goal_context>')], ['contextualUser', 'goalContext']],
    [
      'of a summary',
      [text(`${ownTexts['compaction.summary-prefix']}\nAll done.`)],
      ['boundary', 'summary'],
    ],
    ["of a summary's prefix alone", [text(ownTexts['compaction.summary-prefix'])], ['boundary']],
    [
      "of words and then a summary's prefix",
      [text(`So: ${ownTexts['compaction.summary-prefix']}\nx`)],
      ['boundary'],
    ],
  ])('%s is told by its texts', (_, parts, expected) => {
    expect(userFlags(parts).toSorted()).toEqual(expected.toSorted());
  });

  it('of a summary starts no turn from release 0.171 on', () => {
    const summary = [text(`${ownTexts['compaction.summary-prefix']}\nAll done.`)];
    expect(userFlags(summary, { rules: '0.163' })).toEqual(['boundary', 'summary']);
    expect(userFlags(summary, { rules: '0.171' })).toEqual(['summary']);
  });

  it.each([
    'the notes:',
    '(notes)',
    '"Notes"',
    '7 notes',
    '- notes',
    'ñotes',
    '<notes>',
    'Notes',
    ' notes',
  ])('of a summary is known whatever the words of the pack: %j', (prefix) => {
    const texts = { ...ownTexts, 'compaction.summary-prefix': prefix };
    expect(userFlags([text(`${prefix}\nAll done.`)], { texts })).toEqual(['boundary', 'summary']);
  });

  it.each([
    ['an escape', '\\u003cskill>x</skill>'],
    ['escaped space', '\\n\\t<skill>x</skill>\\u00a0'],
    ['plain space', ' \u00a0<skill>x</skill>\u3000'],
    ['a solidus spelled with an escape', '<skill>x<\\/skill>'],
  ])('of context is known when it begins or ends with %s', (_, raw) => {
    const item = `{"type":"message","role":"user","content":[{"type":"input_text","text":"${raw}"}]}`;
    expect(decodeOne(item)?.flags).toEqual(['user', 'contextualUser']);
  });
});

describe('a long user text', () => {
  const fillers = ['x', 'é', '🦀', '\n', '"', '\\', '\u0001', '"\\é', ' words'];

  it.each(fillers)('is known by its ends, full of %j', (filler) => {
    // The borders of what is looked at fall on every place of the filler.
    for (let shift = 0; shift < 14; shift += 1) {
      const inside = 'y'.repeat(shift) + filler.repeat(3000);
      expect(userFlags([text(`<skill>${inside}</skill>`)])).toEqual(['contextualUser']);
      expect(userFlags([text(`<skill>${inside}`)])).toEqual(['boundary']);
      expect(userFlags([text(`${inside}</skill>`)])).toEqual(['boundary']);
      expect(
        userFlags([
          text(`<external_${'k'.repeat(shift)}>${inside}</external_${'k'.repeat(shift)}>`),
        ]),
      ).toEqual(['contextualUser']);
    }
  });

  it('is read whole for a hook prompt, even when it is longer than the window', () => {
    const source = (bytes: Uint8Array) => narrow(bytes, 64 * 1024);
    for (const length of [10, 3000, 100_000, 300_000]) {
      const long = 'words and &amp;\n'.repeat(length / 10);
      const parts = [text(`<h hook_run_id="r">${long}</h>`)];
      expect(userFlags(parts)).toEqual(['contextualUser', 'hookMessage']);
      expect(userFlags(parts, { source })).toEqual(['contextualUser', 'hookMessage']);
      expect(userFlags([text(`<h hook_run_id="r">${long}&</h>`)], { source })).toEqual([
        'boundary',
      ]);
    }
  });
});

describe('a developer message', () => {
  it('may be trimmed when any of its texts may', () => {
    expect(flagsOf(message('developer', 'words'))).toEqual(['developer']);
    expect(flagsOf(message('developer', '<model_switch>\nx'))).toEqual([
      'developer',
      'contextualDeveloper',
    ]);
    expect(flagsOf(message('developer', 'words', ' <COLLABORATION_MODE>x'))).toEqual([
      'developer',
      'contextualDeveloper',
    ]);
    expect(flagsOf(message('developer', context))).toEqual(['developer']);
    expect(flagsOf(message('developer', `<skills_instructions>${'x'.repeat(5000)}`))).toEqual([
      'developer',
      'contextualDeveloper',
    ]);
  });
});

describe('an assistant message', () => {
  const letter = {
    author: '/root',
    recipient: '/root/miller_1',
    content: 'Grind.',
    trigger_turn: true,
  };

  it.each([
    ['a letter between agents', letter],
    ['a letter to others as well', { ...letter, other_recipients: ['/root/b'] }],
    ['a letter that starts no turn', { ...letter, trigger_turn: false }],
  ])('starts a turn when it is %s', (_, value) => {
    expect(flagsOf(message('assistant', JSON.stringify(value)))).toEqual([
      'assistant',
      'boundary',
      'model',
    ]);
    const spaced = message('assistant', JSON.stringify(value, undefined, 2));
    expect(flagsOf(spaced)).toEqual(['assistant', 'boundary', 'model']);
  });

  it.each([
    ['words', 'Ground.'],
    ['other JSON', '{"a":1}'],
    ['a list', JSON.stringify([letter])],
    ['torn JSON', JSON.stringify(letter).slice(0, -1)],
    ['a letter without author', JSON.stringify({ ...letter, author: undefined })],
    ['a letter from elsewhere', JSON.stringify({ ...letter, author: 'root' })],
    ['a letter to a bad name', JSON.stringify({ ...letter, recipient: '/root/Miller' })],
    ['a letter without content', JSON.stringify({ ...letter, content: undefined })],
    [
      'a letter that does not say whether it starts a turn',
      JSON.stringify({ ...letter, trigger_turn: 1 }),
    ],
    ['nothing', ''],
  ])('starts none when it is %s', (_, words) => {
    expect(flagsOf(message('assistant', words))).toEqual(['assistant', 'model']);
  });

  it('starts none when the letter is not its only text', () => {
    expect(flagsOf(message('assistant', JSON.stringify(letter), ''))).toEqual([
      'assistant',
      'model',
    ]);
    expect(flagsOf(message('assistant', '', JSON.stringify(letter)))).toEqual([
      'assistant',
      'model',
    ]);
    expect(flagsOf(message('narrator', JSON.stringify(letter)))).toEqual([]);
  });

  it('starts a turn when the letter is longer than the window', () => {
    const source = (bytes: Uint8Array) => narrow(bytes, 64 * 1024);
    const long = JSON.stringify({ ...letter, content: 'words '.repeat(20_000) });
    expect(flagsOf(message('assistant', long), { source })).toEqual([
      'assistant',
      'boundary',
      'model',
    ]);
  });
});
