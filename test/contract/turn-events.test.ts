import { expect, it } from 'vitest';
import { atom } from '../../src/contract/atoms.js';
import { LineIndex, LineKind } from '../../src/contract/line-index.js';
import { startsTurn } from '../../src/contract/turn-events.js';

it('a turn starts with an event, under its old or its new name', () => {
  const index = new LineIndex();
  const add = (kind: number, type: number): number => {
    const line = index.add(0, 1, kind);
    index.types[line] = type;
    return line;
  };
  expect(startsTurn(index, add(LineKind.event, atom('task_started')))).toBe(true);
  expect(startsTurn(index, add(LineKind.event, atom('turn_started')))).toBe(true);
  expect(startsTurn(index, add(LineKind.event, atom('task_complete')))).toBe(false);
  expect(startsTurn(index, add(LineKind.item, atom('task_started')))).toBe(false);
});
