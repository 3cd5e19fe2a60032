import { describe, expect, it } from 'vitest';
import { supportsPersonality } from '../../src/catalog/supports-personality.js';
import { fallbackModel } from '../../src/context/fallback-model.js';
import { instructionsOf } from '../../src/context/model-instructions.js';
import { idTexts } from '../support/context-input.js';
import { ownTexts } from '../support/own-texts.js';
import { profile } from '../support/decode-one.js';

function instructions(slug: string, personality: string): string | undefined {
  return instructionsOf(fallbackModel(slug, idTexts), personality, profile('0.145'));
}

describe('fallbackModel', () => {
  it('has the default instructions, whatever the personality (1.2–1.5, 1.10)', () => {
    for (const slug of ['a/b/mill', 'é/mill', 'x/', 'MILL', 'foo/gpt-5.2-codex']) {
      expect(instructions(slug, 'friendly')).toBe('[base.default]');
      expect(supportsPersonality(fallbackModel(slug, idTexts))).toBe(false);
    }
  });

  it('has a place for the personality under two names (1.9)', () => {
    for (const slug of ['gpt-5.2-codex', 'exp-codex-personality']) {
      expect(supportsPersonality(fallbackModel(slug, idTexts))).toBe(true);
      expect(instructions(slug, 'pragmatic')).toBe(
        '[base.personality-header]\n\n[base.personality-pragmatic]\n\n[base.default]',
      );
      expect(instructions(slug, 'none')).toBe('[base.personality-header]\n\n\n\n[base.default]');
    }
  });

  it('says what it is missing', () => {
    expect(() => fallbackModel('mill', ownTexts)).toThrow(
      expect.objectContaining({ code: 'missing_text' }),
    );
  });
});
