import { describe, expect, it } from 'vitest';
import { changedContext } from '../../src/context/changed-context.js';
import { initialContext } from '../../src/context/initial-context.js';
import type { ContextSettings } from '../../src/contract/context.js';
import type { RulesId } from '../../src/contract/rules.js';
import { change, permissions, rich, richFragments } from '../support/context-change.js';
import { contextInput, lastTurn, messagesOf } from '../support/context-input.js';

describe('the collaboration mode', () => {
  const plan = { collaboration: { mode: 'plan', instructions: 'P1' } };
  const fragments = ['collaboration_mode'] as const;

  it('is told by its name in 0.145, whatever its words (6.11, 6.12)', () => {
    const toDefault = { collaboration: { mode: 'default', instructions: '' } };
    expect(change({ before: {}, after: plan, fragments: [] }).told).toEqual([
      ['developer', '<collaboration_mode>P1</collaboration_mode>'],
    ]);
    expect(change({ before: plan, after: toDefault, fragments })).toEqual({
      told: [],
      patch: { collaboration_mode: null },
    });
    expect(change({ before: toDefault, after: plan, fragments })).toEqual({
      told: [],
      patch: { collaboration_mode: 'plan' },
    });
    const reworded = { collaboration: { mode: 'plan', instructions: 'P2' } };
    expect(change({ before: plan, after: reworded, fragments }).told).toEqual([]);
  });

  it('is told by mode, model and words from 0.150 on', () => {
    const told = (after: Partial<ContextSettings>, worldState?: unknown) =>
      change({
        rules: '0.150',
        before: { ...plan, personalityEnabled: false },
        after,
        fragments,
        ...(worldState === undefined ? {} : { worldState }),
      }).told.flat();
    const words = (text: string) => `<collaboration_mode>${text}</collaboration_mode>`;
    expect(told({})).toEqual([]);
    expect(told({ collaboration: { mode: 'plan', instructions: 'P2' } })).toContain(words('P2'));
    expect(told({ model: 'fixed' })).toContain(words('P1'));
    expect(told({ collaboration: { mode: 'default' } })).toContain(words(''));
    expect(told({}, { collaboration_mode: 'plan' })).toContain(words('P1'));
    expect(told({}, {})).toContain(words('P1'));
  });

  it('is not told without words where none were told', () => {
    const none = { collaboration: { mode: 'plan' } };
    const after = { collaboration: { mode: 'default' } };
    expect(change({ rules: '0.171', before: none, after, fragments })).toEqual({
      told: [],
      patch: { collaboration_mode: { mode: 'default' } },
    });
  });
});

describe('other sections', () => {
  it('tells of a realtime conversation when it begins and ends (7.5)', () => {
    const on = { realtimeActive: true };
    const end = (rules: RulesId) =>
      change({ rules, before: on, after: { realtimeActive: false }, fragments: ['realtime'] }).told;
    const start = '<realtime_conversation>\n[realtime.start]\n</realtime_conversation>';
    expect(change({ after: { ...on, permissions: permissions('none') } }).told).toEqual([
      ['developer', start, permissions('none').text],
    ]);
    expect(end('0.145')).toEqual([
      [
        'developer',
        '<realtime_conversation>\n[realtime.end]\n\nReason: inactive\n</realtime_conversation>',
      ],
    ]);
    expect(end('0.150')).toEqual([
      ['developer', '<realtime_conversation>\n[realtime.end]\n</realtime_conversation>'],
    ]);
  });

  it('takes notices back in 0.171 alone', () => {
    const before = { apps: true, plugins: true, environmentsInstructions: true };
    const after = { apps: false, plugins: false, environmentsInstructions: false };
    const fragments = ['apps', 'plugins', 'environments_instructions'] as const;
    expect(change({ before, after, fragments }).told).toEqual([]);
    expect(change({ rules: '0.163', before, after, fragments }).told).toEqual([]);
    expect(change({ rules: '0.171', before, after, fragments }).told).toEqual([
      [
        'developer',
        '<catalog_apps_instructions>\n[apps.removed]\n</catalog_apps_instructions>',
        '<plugins_instructions>\n[plugins.removed]\n</plugins_instructions>',
      ],
    ]);
  });

  it('says that there are no skills any more', () => {
    const { skills: _gone, ...after } = rich;
    const input = contextInput({
      settings: after,
      fragments: richFragments,
      baseline: {
        ...lastTurn('place', 'pragmatic'),
        worldState: initialContext(contextInput({ settings: rich })).worldState,
      },
    });
    expect(messagesOf(changedContext(input))).toEqual([
      ['developer', '<skills_instructions>\n[skills.none-host]\n</skills_instructions>'],
    ]);
  });

  it('tells which tools can be loaded, and what changed of them', () => {
    const told = (deferredTools: Readonly<Record<string, string>>) =>
      change({
        rules: '0.171',
        before: { deferredTools: { a: 'A', b: 'B' } },
        after: { deferredTools },
      }).told;
    expect(told({ a: 'A', b: 'B' })).toEqual([]);
    expect(told({ a: 'A2', b: 'B', c: 'C' })).toEqual([
      ['developer', '<tools>\n[tools.deferred-added]\n- a: A2\n- c: C\n</tools>'],
    ]);
    expect(told({ b: 'B', c: 'C' })).toEqual([
      [
        'developer',
        '<tools>\n[tools.deferred-added]\n- c: C\n[tools.deferred-removed]\n- a: A\n</tools>',
      ],
    ]);
    expect(told({})).toEqual([
      [
        'developer',
        '<tools>\n[tools.deferred-removed]\n- a: A\n- b: B\n[tools.deferred-none]\n</tools>',
      ],
    ]);
  });

  it('tells the agents’ mode anew when it or the hint changed (7.1, 7.4)', () => {
    const before = { multiAgentMode: 'explicitRequestOnly', multiAgentHint: 'H1' } as const;
    const told = (after: Partial<ContextSettings>) =>
      change({ rules: '0.171', before, after }).told;
    const explicit = '<multi_agent_mode>[multi-agent.explicit]</multi_agent_mode>';
    expect(told({})).toEqual([]);
    expect(told({ multiAgentMode: 'proactive' })).toEqual([
      ['developer', '<multi_agent_mode>[multi-agent.proactive]</multi_agent_mode>'],
    ]);
    expect(told({ multiAgentHint: 'H2' })).toEqual([
      ['developer', 'H2'],
      ['developer', explicit],
    ]);
    expect(told({ multiAgentHint: '' })).toEqual([['developer', explicit]]);
    expect(told({ multiAgentMode: { custom: '' } })).toEqual([]);
  });

  it('replaces the guidance on the context window from 0.155 on', () => {
    const before = { contextWindowGuidance: 'G1' };
    const fragments = ['context_window_guidance'] as const;
    const told = (rules: RulesId, contextWindowGuidance: string) =>
      change({ rules, before, after: { contextWindowGuidance }, fragments }).told.flat()[1];
    const tagged = (text: string) =>
      `<context_window_guidance>\n${text}\n</context_window_guidance>`;
    expect(told('0.145', 'G2')).toBeUndefined();
    expect(told('0.150', 'G2')).toBe(tagged('G2'));
    expect(told('0.150', '')).toBeUndefined();
    expect(told('0.155', 'G2')).toBe(tagged('[context-window-guidance.replaced]\n\nG2'));
    expect(told('0.155', ' ')).toBe(tagged('[context-window-guidance.removed]'));
  });
});
