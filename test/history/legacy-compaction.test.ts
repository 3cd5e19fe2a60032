import { describe, expect, it } from 'vitest';
import { nextInWords } from '../support/render-lines.js';
import {
  assistant,
  call,
  developer,
  item,
  type Json,
  type Line,
  meta,
  output,
  summarised,
  user,
} from '../support/rollout-lines.js';

const letters = (letter: string, count: number): string => letter.repeat(count);
const next = (...lines: Line[]): string[] => nextInWords([meta(), ...lines]);
const said = (content: readonly unknown[]): Json =>
  item({ type: 'message', role: 'user', content });
const text = (words: string): Json => ({ type: 'input_text', text: words });
const image = { type: 'input_image', image_url: 'attachment:1' };

describe('the messages a compaction of 2025 keeps', () => {
  it('are the newest that twenty thousand tokens hold, the one that overflows cut in its middle', () => {
    const kept = next(
      user(letters('o', 400)),
      user(letters('A', 40_000)),
      user(letters('B', 40_000)),
      user(letters('C', 20_000)),
      summarised('S'),
    );
    expect(kept).toEqual([
      `${letters('A', 10_000)}…5000 tokens truncated…${letters('A', 10_000)}`,
      letters('B', 40_000),
      letters('C', 20_000),
      'S',
    ]);
  });

  it('may fill the budget exactly, and then no older one is kept', () => {
    expect(next(user('old'), user(letters('B', 80_000)), summarised('S'))).toEqual([
      letters('B', 80_000),
      'S',
    ]);
    expect(next(user('old'), user(letters('B', 79_996)), summarised('S'))).toEqual([
      'old',
      letters('B', 79_996),
      'S',
    ]);
    expect(next(user('older'), user(letters('B', 79_996)), summarised('S'))).toEqual([
      'ol…1 tokens truncated…er',
      letters('B', 79_996),
      'S',
    ]);
  });

  it('cost a token for every four bytes begun', () => {
    // Three bytes a character: 60 000 bytes are 15 000 tokens, and 20 000 more are 5000.
    const wide = letters('漢', 20_000);
    expect(next(user('old'), user(letters('B', 20_000)), user(wide), summarised('S'))).toEqual([
      letters('B', 20_000),
      wide,
      'S',
    ]);
    // Nineteen bytes are five tokens, which is one too many.
    expect(next(user(letters('b', 19)), user(letters('B', 79_984)), summarised('S'))[0]).toBe(
      'bbbbbbbb…1 tokens truncated…bbbbbbbb',
    );
  });

  it('are joined from their parts, without the wrappers of images', () => {
    const message = said([
      text('a'),
      text('<image name=[Image #1]>'),
      image,
      text('</image>'),
      text('b'),
    ]);
    expect(next(message, summarised('S'))).toEqual(['ab', 'S']);
    const bare = said([text('<image>'), image, text('</image>'), text('c')]);
    expect(next(bare, summarised('S'))).toEqual(['c', 'S']);
    const none = said([text('<image>'), text('</image>')]);
    expect(next(none, summarised('S'))).toEqual(['<image></image>', 'S']);
  });

  it('may be empty', () => {
    expect(
      next(said([]), said([image]), said([{ type: 'output_text', text: 'x' }]), summarised('S')),
    ).toEqual(['', '', '', 'S']);
  });

  it('are no others', () => {
    const others = [
      developer('Rules.'),
      user('<environment_context>x</environment_context>'),
      user('<hook_prompt hook_run_id="r">x</hook_prompt>'),
      user('Summary follows:\nold'),
      assistant('x'),
      item(call('1')),
      item(output('1', 'o')),
      item({ type: 'reasoning', summary: [] }),
      item({ type: 'compaction', encrypted_content: 'e' }),
      item({ type: 'agent_message', author: '/root', recipient: '/root/a', content: [text('x')] }),
      item({ type: 'message', role: 'narrator', content: [text('x')] }),
    ];
    expect(next(...others, user('kept'), summarised('S'))).toEqual(['kept', 'S']);
  });

  it('become messages of one text each', () => {
    const escaped = 'a "quoted"\nline — é';
    const lines = [meta(), said([text(escaped), text('!')]), summarised('S')];
    expect(nextInWords(lines)).toEqual([`${escaped}!`, 'S']);
  });
});
