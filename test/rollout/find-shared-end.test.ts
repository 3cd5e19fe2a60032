import { describe, expect, it } from 'vitest';
import { stripRollout } from '../../src/assemble/strip-rollout.js';
import { findSharedEnd } from '../../src/rollout/find-shared-end.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { narrow } from '../support/narrow-bytes.js';
import { type Json, meta171, numbered, rolloutOf, user } from '../support/rollout-lines.js';

const environment = '<environment_context>x</environment_context>';
const lines: readonly Json[] = [
  meta171(),
  user(environment),
  user('one'),
  user(environment),
  user('two'),
].map((line, ordinal) => numbered(ordinal, line));
const whole = rolloutOf(lines);
const lengthOf = (...places: number[]): number =>
  rolloutOf(places.map((place) => lines[place] ?? {})).length;
const base = { threadId: 't', endByteOffset: lengthOf(0, 1, 2), endOrdinalExclusive: 3 };

describe('the end of what a fork shares with its parent', () => {
  it('is where the fork says', () => {
    expect(findSharedEnd(inMemory(whole), 0, base)).toBe(base.endByteOffset);
    expect(
      findSharedEnd(inMemory(whole), 0, {
        ...base,
        endByteOffset: whole.length,
        endOrdinalExclusive: 5,
      }),
    ).toBe(whole.length);
  });

  it('is the end of the file for a fork that says nothing, or more than there is', () => {
    const none = { threadId: 't', endByteOffset: undefined, endOrdinalExclusive: undefined };
    expect(findSharedEnd(inMemory(whole), 0, none)).toBe(whole.length);
    expect(findSharedEnd(inMemory(whole), 0, { ...none, endByteOffset: 1e9 })).toBe(whole.length);
  });

  it('is told by ordinals once the parent was stripped', () => {
    const { bytes } = stripRollout(whole);
    expect(findSharedEnd(narrow(bytes, 400), 0, base)).toBe(lengthOf(0, 2));
  });

  it('counts from the start of the parent’s own file', () => {
    const front = rolloutOf([numbered(0, meta171())]);
    const joined = Buffer.concat([front, stripRollout(whole).bytes]);
    expect(findSharedEnd(inMemory(joined), front.length, base)).toBe(front.length + lengthOf(0, 2));
  });
});
