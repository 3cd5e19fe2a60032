import { describe, expect, it } from 'vitest';
import { tellContext } from '../../src/context/tell-context.js';
import type { Personality } from '../../src/contract/context.js';
import {
  contextInput,
  lastTurn,
  messagesOf,
  spec,
  switched,
  type InputSketch,
} from '../support/context-input.js';

function told(sketch: InputSketch) {
  return messagesOf(tellContext(contextInput(sketch)));
}

/** What a new session is told, by model, for no change, `none`, `friendly`, and with the feature off. */
function row(model: string) {
  const first = (personality: Personality, personalityEnabled: boolean) => {
    const start = contextInput({ settings: { model, personality, personalityEnabled } });
    const baseText = start.model.template?.replaceAll(
      '{{ personality }}',
      personality === 'none' ? '' : (start.model.personalities[personality] ?? ''),
    );
    const settings = {
      model,
      personality,
      personalityEnabled,
      baseText: baseText ?? start.model.baseInstructions,
    };
    return told({ settings }).flat().slice(1).join();
  };
  return [
    first('pragmatic', true),
    first('none', true),
    first('friendly', true),
    first('friendly', false),
  ];
}

describe('the personality at the start of a session', () => {
  it('is told unless the base instructions have it (2.1, 2.2, 2.5, 2.8, 2.9)', () => {
    expect(row('place')).toEqual(['', '', '', '']);
    expect(row('fixed')).toEqual([spec('PRA'), '', spec('FRI'), '']);
    expect(row('bare')).toEqual([spec('PRA'), '', spec('FRI'), '']);
    expect(row('void')).toEqual([spec('PRA'), '', spec('FRI'), '']);
  });

  it('is told where they were made for another (3.8, 5.4)', () => {
    expect(told({ settings: { personality: 'friendly' } })).toEqual([['developer', spec('FRI')]]);
    expect(told({ settings: { personality: 'friendly', baseText: 'A FRI B' } })).toEqual([]);
  });

  it('is not told beside an override (5.10)', () => {
    const baseInstructions = 'OWN {{ personality }}';
    expect(
      told({ settings: { baseText: baseInstructions }, overrides: { baseInstructions } }),
    ).toEqual([]);
  });

  it('is told again after a compaction that followed a switch (5.9)', () => {
    const settings = { model: 'fixed', baseText: 'A PRA B' };
    expect(told({ settings, baseline: { previous: { model: 'fixed' } } })).toEqual([
      ['developer', spec('PRA')],
    ]);
  });
});

describe.each(['0.145', '0.150', '0.155'] as const)('a change of personality in %s', (rules) => {
  const change = (before: string, personality: Personality, model = 'place') =>
    told({
      rules,
      settings: { model, personality, baseText: 'A PRA B' },
      baseline: {
        ...lastTurn(model, before),
        worldState: { model, personality: { model, personality: before } },
      },
    });

  it('is told once, though the base instructions may have it (5.3)', () => {
    expect(change('pragmatic', 'friendly')).toEqual([['developer', spec('FRI')]]);
    expect(change('friendly', 'friendly')).toEqual([]);
    expect(change('none', 'pragmatic')).toEqual([['developer', spec('PRA')]]);
  });

  it('says nothing of none (5.3)', () => {
    expect(change('pragmatic', 'none')).toEqual([]);
  });

  it('leaves it to the switch where the model changed too (5.8)', () => {
    const baseline = {
      ...lastTurn('fixed', 'pragmatic'),
      worldState: { model: 'fixed', personality: { model: 'fixed', personality: 'pragmatic' } },
    };
    expect(told({ rules, settings: { personality: 'friendly' }, baseline })).toEqual([
      ['developer', switched('A FRI B')],
    ]);
  });

  it('says nothing with the feature off (5.5)', () => {
    const settings = { personality: 'friendly', personalityEnabled: false } as const;
    expect(told({ rules, settings, baseline: lastTurn('place', 'pragmatic') })).toEqual([]);
  });
});

describe('the personality as a section of the world state', () => {
  const sketch = { rules: '0.155', baseline: lastTurn('place', 'pragmatic') } as const;

  it('is compared with the last turn where it was told, but is not recorded', () => {
    const fragments = ['personality'] as const;
    expect(told({ ...sketch, fragments, settings: { personality: 'friendly' } })).toEqual([
      ['developer', spec('FRI')],
    ]);
    expect(told({ ...sketch, fragments })).toEqual([]);
  });

  it('is told unless baked where it is neither told nor recorded', () => {
    expect(told(sketch)).toEqual([]);
    expect(told({ ...sketch, settings: { baseText: 'OTHER' } })).toEqual([
      ['developer', spec('PRA')],
    ]);
  });

  it('is gone in 0.159', () => {
    expect(told({ ...sketch, rules: '0.159', settings: { personality: 'friendly' } })).toEqual([]);
  });
});
