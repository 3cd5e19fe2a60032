// How tool outputs are cut when they are decoded.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeMode } from '../../src/rollout/decode-mode.js';
import {
  outputBudget,
  truncateMiddle,
  type TruncationPolicy,
} from '../../src/rollout/truncate-text.js';
import { decodeOne, type DecodeSetUp, sentAs } from '../support/decode-one.js';
import { narrow } from '../support/narrow-bytes.js';
import type { Json } from '../support/rollout-lines.js';

const bytes = (limit: number): TruncationPolicy => ({ mode: 'bytes', limit });
const tokens = (limit: number): TruncationPolicy => ({ mode: 'tokens', limit });
const text = (words: string): Json => ({ type: 'input_text', text: words });

/** The output that an output is sent as. */
function outputAs(output: unknown, setUp: DecodeSetUp): unknown {
  const json = sentAs({ type: 'function_call_output', call_id: 'c', output }, setUp);
  return (JSON.parse(json ?? '{}') as Json)['output'];
}

describe('an output', () => {
  const long = 'x'.repeat(50);
  const cut = `${'x'.repeat(6)}…38 chars truncated…${'x'.repeat(6)}`;

  it('is cut by the policy, in both kinds', () => {
    const policy = bytes(10);
    for (const type of ['function_call_output', 'custom_tool_call_output']) {
      expect(sentAs({ type, call_id: 'c', output: long }, { policy })).toBe(
        JSON.stringify({ type, call_id: 'c', output: cut }),
      );
    }
  });

  it('is left alone without a policy, within a replacement history, and when it fits', () => {
    const item = { type: 'function_call_output', call_id: 'c', output: long };
    for (const setUp of [
      {},
      { policy: bytes(10), mode: DecodeMode.base },
      { policy: bytes(42) },
      { policy: tokens(11) },
    ]) {
      expect(decodeOne(item, setUp)).toMatchObject({ json: JSON.stringify(item), pieces: 1 });
    }
  });

  it('is measured unescaped', () => {
    const policy = bytes(10);
    // Twelve bytes unescaped, many more as they stand.
    const item =
      '{"type":"function_call_output","call_id":"c","output":"\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n"}';
    expect(decodeOne(item, { policy })).toMatchObject({ json: item, pieces: 1 });
    expect(outputAs('é\n'.repeat(5), { policy })).toBe('é\né\n…2 chars truncated…é\né\n');
  });

  it('is cut by tokens as its unescaped text would be, however it is written', () => {
    const units = fc.constantFrom(
      'a',
      '\n',
      '"',
      '\\',
      '\u001b',
      '\u007f',
      'é',
      '漢',
      '🦀',
      '\u2028',
    );
    const words = fc.array(units, { minLength: 1, maxLength: 60 }).map((all) => all.join(''));
    const property = fc.property(words, fc.integer({ min: 0, max: 12 }), (output, limit) => {
      const policy = tokens(limit);
      const expected = truncateMiddle(output, outputBudget(policy), 'tokens');
      expect(outputAs(output, { policy })).toBe(expected);
      const written = JSON.stringify(output);
      for (const json of [written, written.replaceAll('a', '\\u0061')]) {
        const item = `{"type":"function_call_output","call_id":"c","output":${json}}`;
        expect(sentAs(item, { policy })).toContain(`"output":${JSON.stringify(expected)}`);
      }
    });
    fc.assert(property, { numRuns: 1000, seed: 1 });
  });

  it('says whether some policy would cut it', () => {
    const flagsOf = (output: unknown): readonly string[] | undefined =>
      decodeOne({ type: 'function_call_output', call_id: 'c', output })?.flags;
    expect(flagsOf('a')).toEqual(['truncatable']);
    expect(flagsOf('')).toEqual([]);
  });

  it('leaves other items whole', () => {
    const policy = bytes(1);
    for (const item of [
      { type: 'message', role: 'user', content: [text(long)] },
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: long }],
        content: null,
        encrypted_content: long,
      },
      {
        type: 'tool_search_output',
        call_id: null,
        status: 's',
        execution: 'client',
        tools: [long],
      },
      { type: 'custom_tool_call', call_id: 'c', name: 'n', input: long },
      { type: 'function_call', name: 'n', arguments: long, call_id: 'c' },
    ]) {
      expect(sentAs(item, { policy })).toBe(JSON.stringify(item));
    }
  });
});

describe('an output of several parts', () => {
  const image = { type: 'input_image', image_url: 'attachment:1' };
  const secret = { type: 'encrypted_content', encrypted_content: 'e'.repeat(99) };

  it('shares one budget of bytes among its texts', () => {
    const parts = [text('12345678'), text('abcdefgh'), text('late'), image, text('')];
    expect(outputAs(parts, { policy: bytes(10) })).toEqual([
      text('12345678'),
      text('ab…4 chars truncated…gh'),
      image,
      text('[omitted 2 text items ...]'),
    ]);
  });

  it('shares one budget of tokens, each text rounded up', () => {
    // Twelve tokens: two, three, and seven are left of nine.
    const parts = [text('12345'), text('123456789'), text('x'.repeat(33)), text('late')];
    expect(outputAs(parts, { policy: tokens(10) })).toEqual([
      text('12345'),
      text('123456789'),
      text(`${'x'.repeat(14)}…2 tokens truncated…${'x'.repeat(14)}`),
      text('[omitted 1 text items ...]'),
    ]);
  });

  it('omits what comes after a budget that is used up exactly', () => {
    expect(outputAs([text('123456789012'), text('a'), secret], { policy: bytes(10) })).toEqual([
      text('123456789012'),
      secret,
      text('[omitted 1 text items ...]'),
    ]);
  });

  it('omits all texts without a budget', () => {
    expect(outputAs([text('a'), image, text('b')], { policy: bytes(0) })).toEqual([
      image,
      text('[omitted 2 text items ...]'),
    ]);
  });

  it("keeps empty texts, but not from release 0.171 on, where they don't count either", () => {
    const parts = [text(''), text('123456789012'), text(''), text('late')];
    expect(outputAs(parts, { policy: bytes(10) })).toEqual([
      text(''),
      text('123456789012'),
      text('[omitted 2 text items ...]'),
    ]);
    expect(outputAs(parts, { policy: bytes(10), rules: '0.171' })).toEqual([
      text('123456789012'),
      text('[omitted 1 text items ...]'),
    ]);
    expect(outputAs([text('')], { policy: bytes(10), rules: '0.171' })).toEqual([]);
  });

  it('is one range of the rollout when nothing is cut', () => {
    const item = {
      type: 'function_call_output',
      call_id: 'c',
      output: [text('a'), image, secret, text('b')],
    };
    expect(decodeOne(item, { policy: tokens(100) })).toMatchObject({
      json: JSON.stringify(item),
      pieces: 1,
    });
  });
});

describe('an output longer than the window', () => {
  const source = (rollout: Uint8Array) => narrow(rollout, 64 * 1024);
  const pattern = 'Zeile\n"é"\t🦀\\u0007 ';
  const samples: readonly (readonly [string, string])[] = [
    ['plain', 'x'.repeat(200_000)],
    ['with spaces', 'some words to cut '.repeat(12_000)],
    ['with escapes', JSON.stringify(pattern.repeat(9_000)).slice(1, -1)],
    ['of escapes alone', '\\n'.repeat(90_000)],
    ['of long escapes alone', '\\u001f'.repeat(60_000)],
    ['of surrogate pairs alone', '\\ud83e\\udd80'.repeat(20_000)],
    ['of wide characters', '漢'.repeat(70_000)],
    ['of crabs', '🦀'.repeat(50_000)],
    ['of backslashes alone', '\\\\'.repeat(80_000)],
    ['of backslashes and letters', `a${'\\\\'.repeat(7)}u0041`.repeat(9_000)],
    ['that ends in an escape', `${'x'.repeat(150_000)}\\n`],
  ];

  it.each(samples)('is cut as in memory: %s', (_, raw) => {
    const item = `{"type":"function_call_output","call_id":"c","output":"${raw}"}`;
    for (const policy of [tokens(9), tokens(100), bytes(105), bytes(1001), tokens(10_000)]) {
      const expected = sentAs(item, { policy });
      expect(expected).not.toBe(item);
      expect(sentAs(item, { policy, source })).toBe(expected);
    }
  });

  it.each(samples)('is cut as in memory when it is one of several parts: %s', (_, raw) => {
    const item = `{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"12"},{"type":"input_text","text":"${raw}"}]}`;
    const policy = tokens(50);
    expect(sentAs(item, { policy, source })).toBe(sentAs(item, { policy }));
  });
});
