// What is said of an input that holds texts of the pack, where Codex puts its own.

import { describe, expect, it } from 'vitest';
import { render } from '../support/render-lines.js';
import {
  assistant,
  completed,
  context,
  item,
  type Json,
  type Line,
  meta,
  started,
  summarised,
  tokens,
  turn,
} from '../support/rollout-lines.js';

const linked = { type: 'input_image', image_url: 'https://example.org/a.png' };
const whole = { type: 'input_image', image_url: `data:image/png;base64,AAAA` };

function inputFidelity(lines: readonly Line[]): unknown[] {
  return render([meta(), ...lines]).requests.map(({ fidelity }) => fidelity['input']);
}

function turnWith(...content: Json[]): Line[] {
  return [
    started('a'),
    context('a'),
    item({ type: 'message', role: 'user', content }),
    assistant('x'),
    tokens(),
    completed('a'),
  ];
}

const rendered = expect.stringMatching(/^rendered: a text in it is that of pack /);

describe('the input', () => {
  it('is exact where all of it was recorded', () => {
    expect(inputFidelity(turn('a', 'q', 'x'))).toEqual(['exact']);
  });

  it('is rendered from where a text of the pack stands in it', () => {
    const lines = [...turn('z', 'p', 'w'), ...turnWith(linked), ...turn('b', 'q', 'y')];
    expect(inputFidelity(lines)).toEqual(['exact', rendered, rendered]);
    expect(inputFidelity(turnWith(whole))).toEqual([rendered]);
  });

  it('is rendered behind a summary that was empty', () => {
    const lines = [...turn('a', 'q', 'x'), summarised(''), ...turn('b', 'r', 'y')];
    expect(inputFidelity(lines).at(-1)).toEqual(rendered);
    const told = [...turn('a', 'q', 'x'), summarised('s'), ...turn('b', 'r', 'y')];
    expect(inputFidelity(told).at(-1)).toEqual('exact');
  });
});
