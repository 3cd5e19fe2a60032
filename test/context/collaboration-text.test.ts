import { describe, expect, it } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.js';
import { collaborationText } from '../../src/context/collaboration-text.js';
import type { RulesId } from '../../src/contract/rules.js';
import { idTexts } from '../support/context-input.js';
import { profile } from '../support/decode-one.js';

const model = new Catalog([
  {
    slug: 'mill',
    model_messages: { collaboration_modes: { plan: 'MODEL', default: null } },
  },
]).lookUp('mill');

function text(rules: RulesId, mode: string, client: string | null | undefined) {
  return collaborationText({ mode, client, model, rules: profile(rules), texts: idTexts });
}

describe('collaborationText', () => {
  it('is the client’s, else the release’s own, in 0.145', () => {
    expect(text('0.145', 'plan', 'CLIENT')).toBe('CLIENT');
    expect(text('0.145', 'plan', '')).toBe('');
    expect(text('0.145', 'plan', null)).toBe('[collaboration.plan]');
    expect(text('0.145', 'default', null)).toBe('[collaboration.default]');
    expect(text('0.145', 'other', null)).toBeUndefined();
    expect(text('0.145', 'plan', undefined)).toBeUndefined();
  });

  it('is the model’s first, even over an empty text, from 0.150 on', () => {
    for (const client of ['CLIENT', '', null, undefined]) {
      expect(text('0.150', 'plan', client)).toBe('MODEL');
    }
    expect(text('0.171', 'default', 'CLIENT')).toBe('CLIENT');
  });
});
