import { describe, expect, it } from 'vitest';
import {
  between,
  cutFrame,
  fillValues,
  linedTag,
  putFrame,
  replaceLast,
  replaceValues,
  tightTag,
  upTo,
} from '../../../src/packs/capture/cut-text.js';
import { NotSeen } from '../../../src/packs/capture/recorded-texts.js';

describe('cutting a text out of its fragment', () => {
  it.each([
    { shape: 'with lines', frame: linedTag('x'), recorded: '<x>\nabc\n\n</x>', text: 'abc\n' },
    { shape: 'without', frame: tightTag('x'), recorded: '<x>\nabc\n</x>', text: '\nabc\n' },
  ])('undoes the tag $shape, and putting it back redoes it', ({ frame, recorded, text }) => {
    expect(cutFrame(recorded, frame)).toBe(text);
    expect(putFrame(text, frame)).toBe(recorded);
  });

  it.each(['<y>\nabc\n</x>', '<x>\nabc</x>', '<x>\n</x>'])(
    'refuses another shape: %j',
    (recorded) => {
      expect(() => cutFrame(recorded, linedTag('x'))).toThrow(NotSeen);
    },
  );

  it('finds what lies between, before, and last', () => {
    expect(between('a[b]c', '[', ']')).toBe('b');
    expect(upTo('a[b]c', '[')).toBe('a');
    expect(replaceLast('on on off', 'on', 'X')).toBe('on X off');
    for (const cut of [
      () => between('a', '[', ']'),
      () => upTo('a', '['),
      () => replaceLast('a', 'on', 'X'),
    ]) {
      expect(cut).toThrow(NotSeen);
    }
  });
});

describe('places to fill', () => {
  it('stand where values stood, the longer values first', () => {
    expect(replaceValues('900 and 90', { used: '90', budget: '900' })).toBe(
      '{{ budget }} and {{ used }}',
    );
  });

  it('are filled in one pass, literally; unknown ones stay', () => {
    expect(fillValues('{{ a }} {{ b }} {{ c }}', { a: '{{ b }}', b: '$&' })).toBe(
      '{{ b }} $& {{ c }}',
    );
  });
});
