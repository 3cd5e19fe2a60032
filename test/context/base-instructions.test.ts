import { describe, expect, it } from 'vitest';
import { resolveBaseInstructions } from '../../src/context/base-instructions.js';

const ofModel = (): string => 'MODEL';

describe('resolveBaseInstructions', () => {
  it('takes an override, empty or not, before all (3.5, 3.10)', () => {
    expect(resolveBaseInstructions({ override: '', recorded: 'HAND', ofModel })).toEqual({
      text: '',
      from: 'override',
    });
  });

  it('takes what is recorded, empty or not, before the model (3.1, 3.4)', () => {
    expect(resolveBaseInstructions({ override: undefined, recorded: '', ofModel })).toEqual({
      text: '',
      from: 'recorded',
    });
  });

  it('asks the model where nothing is there (3.2, 3.3)', () => {
    expect(resolveBaseInstructions({ override: undefined, recorded: undefined, ofModel })).toEqual({
      text: 'MODEL',
      from: 'model',
    });
  });
});
