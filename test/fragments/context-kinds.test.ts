import { describe, expect, it } from 'vitest';
import { chooseKinds, contextKinds } from '../../src/fragments/context-kinds.js';
import { kindOfLabel } from '../../src/fragments/context-labels.js';

describe('the kinds to take out', () => {
  it('are all but base instructions, if nothing is said', () => {
    expect([...chooseKinds({})]).toEqual(
      contextKinds.filter((kind) => kind !== 'base_instructions'),
    );
  });

  it('are those that are named, with the members of groups, less those that stay', () => {
    const kinds = chooseKinds({
      kinds: ['skills', 'history'],
      keepKinds: ['hook_prompt', 'skill'],
    });
    expect([...kinds].toSorted()).toEqual([
      'hook_context',
      'skills',
      'subagent_notification',
      'turn_aborted',
      'user_shell_command',
    ]);
  });

  it('are refused by a name that is none', () => {
    expect(() => chooseKinds({ kinds: ['sails'] })).toThrow(
      'there is no kind of context named sails',
    );
  });
});

describe('a label', () => {
  it('gives the kind that markers give', () => {
    expect(kindOfLabel('agents_md.instructions', 'user')).toBe('agents_md');
    expect(kindOfLabel('additional_content.mill', 'developer')).toBe('additional_context');
  });

  it.for(['user.text', 'user.image', 'compaction.summary', 'unknown', ''])(
    'of the conversation gives none: %s',
    (label) => {
      expect(kindOfLabel(label, 'developer')).toBeUndefined();
    },
  );
});
