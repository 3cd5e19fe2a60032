import { describe, expect, it } from 'vitest';
import { tellContext } from '../../src/context/tell-context.js';
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

describe('a switch of the model, in the release that compares settings', () => {
  it('says nothing for a model without instructions (4.1)', () => {
    expect(told({ settings: { model: 'void' }, baseline: lastTurn('place') })).toEqual([]);
    expect(told({ settings: { model: 'place' }, baseline: lastTurn('void') })).toEqual([
      ['developer', switched('A PRA B')],
    ]);
  });

  it('says nothing for the same model (4.2, 4.14)', () => {
    expect(told({ baseline: lastTurn('place', 'pragmatic') })).toEqual([]);
  });

  it('holds the new personality, which is not told besides (4.3)', () => {
    expect(
      told({ settings: { personality: 'friendly' }, baseline: lastTurn('fixed', 'pragmatic') }),
    ).toEqual([['developer', switched('A FRI B')]]);
  });

  it('goes by the spelling of the name (4.4)', () => {
    expect(told({ settings: { model: 'x/place' }, baseline: lastTurn('place') })).toEqual([
      ['developer', switched('A PRA B')],
    ]);
  });

  it('stands first in a full injection, where a turn went before (4.7)', () => {
    const settings = { developerInstructions: 'DEV', model: 'fixed', baseText: 'A PRA B' };
    expect(told({ settings, baseline: { previous: { model: 'place' } } })).toEqual([
      ['developer', switched('FIXED'), 'DEV', spec('PRA')],
    ]);
  });

  it('is not told without a turn before (3.13, 4.13)', () => {
    expect(told({ settings: { model: 'void', personality: 'none' } })).toEqual([]);
  });

  it('tells an override, which is every model’s (4.10)', () => {
    const overrides = { baseInstructions: 'OWN {{ personality }}' };
    const settings = { baseOverride: overrides.baseInstructions };
    expect(told({ settings, overrides, baseline: lastTurn('fixed') })).toEqual([
      ['developer', switched('OWN {{ personality }}')],
    ]);
  });

  it('tells what is left without the section on personality (4.11)', () => {
    expect(
      told({ settings: { model: 'section', personality: 'none' }, baseline: lastTurn('place') }),
    ).toEqual([['developer', switched('I\n# End\n')]]);
  });

  it('tells the base instructions where personalities are switched off (4.12)', () => {
    expect(told({ settings: { personalityEnabled: false }, baseline: lastTurn('fixed') })).toEqual([
      ['developer', switched('BASE place')],
    ]);
  });
});

describe('a switch of the model, as a section of the world state', () => {
  const known = (model: unknown) => ({ ...lastTurn('place'), worldState: { model } });

  it('goes by the recorded model while a switch is in the history', () => {
    const settings = { model: 'fixed', personalityEnabled: false };
    const sketch = { rules: '0.155', settings, fragments: ['model_switch'] } as const;
    expect(told({ ...sketch, baseline: known('place') })).toEqual([
      ['developer', switched('BASE fixed')],
    ]);
    expect(told({ ...sketch, baseline: known('fixed') })).toEqual([]);
  });

  it('goes by the turn before where none is recorded, or none was told', () => {
    const settings = { model: 'place', personalityEnabled: false };
    const sketch = { rules: '0.155', settings } as const;
    const baseline = lastTurn('fixed');
    expect(told({ ...sketch, baseline })).toEqual([['developer', switched('BASE place')]]);
    expect(told({ ...sketch, baseline: { ...baseline, worldState: { model: 'place' } } })).toEqual([
      ['developer', switched('BASE place')],
    ]);
    expect(told({ ...sketch, baseline: lastTurn('place') })).toEqual([]);
  });

  it('is merged with nothing', () => {
    const collaboration = { mode: 'plan', instructions: 'P' };
    expect(
      told({
        rules: '0.171',
        settings: { model: 'fixed', collaboration },
        baseline: lastTurn('x'),
      }),
    ).toEqual([
      ['developer', switched('FIXED')],
      ['developer', '<collaboration_mode>P</collaboration_mode>'],
    ]);
  });
});

describe('a switch between lite models whose instructions stand in the history', () => {
  const sketch = (model: string, more: InputSketch['settings'] = {}): InputSketch => ({
    rules: '0.171',
    settings: { model, baseText: 'LITE', baseFollowsModel: true, ...more },
    baseline: { ...lastTurn('lite'), holdsBaseItem: true, worldState: stateOf('lite') },
  });
  const stateOf = (model: string) =>
    tellContext(
      contextInput({
        rules: '0.171',
        settings: { model, baseText: 'LITE', baseFollowsModel: true },
      }),
    ).worldState;

  it('replaces them', () => {
    expect(told(sketch('lite-two'))).toEqual([
      [
        'developer',
        '<model_instructions>\nnow lite-two\n[model-instructions.lead]\n\nLITE TWO\n</model_instructions>',
      ],
    ]);
    expect(told(sketch('lite'))).toEqual([]);
  });

  it('only names the model where they are the session’s own', () => {
    const own = { baseText: 'OWN', baseFollowsModel: false };
    const before = tellContext(
      contextInput({ rules: '0.171', settings: { model: 'lite', ...own } }),
    );
    const { baseline, ...rest } = sketch('lite-two', own);
    expect(told({ ...rest, baseline: { ...baseline, worldState: before.worldState } })).toEqual([
      ['developer', '<model_instructions>\nnow lite-two\n</model_instructions>'],
    ]);
  });

  it('is a plain switch where the session began on another kind', () => {
    const { settings } = sketch('lite-two');
    expect(
      told({
        rules: '0.171',
        ...(settings === undefined ? {} : { settings }),
        baseline: lastTurn('place'),
      }),
    ).toEqual([['developer', switched('LITE TWO')]]);
  });
});
