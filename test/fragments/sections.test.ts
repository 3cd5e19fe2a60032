import { describe, expect, it } from 'vitest';
import { type RecordedPart, sectionsOf } from '../../src/fragments/sections.js';

const part = (role: string, text: string, label?: string): RecordedPart => ({ role, text, label });
const developer = (...texts: string[]): RecordedPart[] =>
  texts.map((text) => part('developer', text));

describe('the section of a part', () => {
  it('is told by its tag', () => {
    expect(
      sectionsOf([
        part('user', '# AGENTS.md instructions for /a\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>'),
        part('user', '<environment_context>\n</environment_context>'),
        part('user', 'words of a person'),
      ]),
    ).toEqual(['agents_md', 'environments', undefined]);
    expect(sectionsOf(developer('<model_switch>\nx', '<tools>x</tools>'))).toEqual([
      'model_switch',
      'tools',
    ]);
  });

  it('is told by its label, whatever its words', () => {
    expect(sectionsOf([part('developer', 'x', 'memories.instructions')])).toEqual(['memory']);
    expect(sectionsOf([part('developer', 'x', 'hooks.additional_context')])).toEqual([
      'hook_context',
    ]);
    expect(sectionsOf([part('developer', 'x', 'unknown')])).toEqual([undefined]);
  });

  it('is none where the label says that a person wrote it', () => {
    const text = '<environment_context>\n</environment_context>';
    expect(sectionsOf([part('user', text, 'user.text')])).toEqual([undefined]);
  });

  it('is told by its place in the bundle where it has neither', () => {
    expect(
      sectionsOf(
        developer(
          '<model_switch>\nx',
          'Mind the gap.',
          '## Memory\nx',
          '<permissions instructions>\nx',
          'untold',
        ),
      ),
    ).toEqual(['model_switch', 'developer_instructions', 'memory', 'permissions', undefined]);
  });

  it('is not guessed outside a bundle', () => {
    expect(sectionsOf(developer('Mind the gap.'))).toEqual([undefined]);
    expect(sectionsOf(developer('Mind the gap.', '<collaboration_mode>x'))).toEqual([
      undefined,
      'collaboration_mode',
    ]);
  });

  it('is one for the three parts of a context window', () => {
    expect(sectionsOf(developer('<context_window>', '\nThread: 1\n', '</context_window>'))).toEqual(
      ['context_window', 'context_window', 'context_window'],
    );
  });
});
