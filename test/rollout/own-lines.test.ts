import { describe, expect, it } from 'vitest';
import { findOwnStart } from '../../src/rollout/own-lines.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { lineIndexOf } from '../support/index-of.js';
import {
  assistant,
  completed,
  context,
  event,
  type Line,
  meta,
  prompt,
  rolloutOf,
  started,
} from '../support/rollout-lines.js';

/** The time a UUIDv7 is made of, in milliseconds. */
const uuid = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

const created = Date.parse('2026-03-04T05:06:07.000Z');
const before = uuid(created - 60_000);
const after = uuid(created + 60_000);

function ownStart(
  lines: readonly Line[],
  createdAt: string | undefined = '2026-03-04T05:06:07.000Z',
): number {
  const bytes = inMemory(rolloutOf(lines));
  return findOwnStart(bytes, lineIndexOf(bytes).index, 0, createdAt);
}

const parent = meta({ id: '11111111-2222-7333-8444-555555555555' });

const turnOf = (name: string): Line[] => [
  started(name),
  context(name),
  ...prompt('q'),
  assistant('x'),
  completed(name),
];

describe('findOwnStart', () => {
  it('is the first line of a file that copied nothing', () => {
    expect(ownStart([meta(), ...turnOf(before), ...turnOf(after)])).toBe(0);
    expect(ownStart([])).toBe(0);
  });

  it('is the first line of a file whose own meta comes again', () => {
    expect(ownStart([meta(), meta(), ...turnOf(before), ...turnOf(after)])).toBe(0);
  });

  it('is the first turn behind a copied meta that began after the fork was made', () => {
    const copy = [meta(), parent, ...turnOf(before)];
    expect(ownStart([...copy, ...turnOf(after)])).toBe(copy.length);
    expect(ownStart([...copy, ...turnOf(before), ...turnOf(after)])).toBe(copy.length + 6);
  });

  it('is behind all lines of a fork that has not run yet', () => {
    const copy = [meta(), parent, ...turnOf(before)];
    expect(ownStart(copy)).toBe(copy.length);
  });

  it('is told by the start in seconds where a turn has no time in its id', () => {
    const at = (seconds: number): Line =>
      event('task_started', { turn_id: 'a', started_at: seconds });
    const copy = [meta(), parent, at(created / 1000 - 60), assistant('x')];
    expect(ownStart([...copy, at(created / 1000)])).toBe(copy.length);
    expect(ownStart([...copy, event('task_started', { turn_id: 'a' })])).toBe(copy.length + 1);
  });

  it('is the first line when it is not known when the fork was made', () => {
    expect(ownStart([meta(), parent, ...turnOf(after)], 'some day')).toBe(0);
  });
});
