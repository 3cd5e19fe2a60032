import { describe, expect, it } from 'vitest';
import { change, permissions, rich } from '../support/context-change.js';
import { spec, switched } from '../support/context-input.js';

describe('a turn that tells changes', () => {
  it('tells nothing where nothing changed (u0)', () => {
    expect(change({})).toEqual({ told: [], patch: undefined });
  });

  it.each(['0.145', '0.155', '0.171'] as const)(
    'tells all anew in %s where there is no world state (u1, u3, u7, u8)',
    (rules) => {
      const skills = rich.skills ?? '';
      const all = permissions('all').text;
      const none = '<skills_instructions>\n[skills.none]\n</skills_instructions>';
      expect(change({ rules, worldState: undefined }).told).toEqual(
        rules === '0.145'
          ? [
              ['user', 'agents now grind'],
              ['developer', all],
              ['user', 'env now monday'],
              ['developer', none, skills],
            ]
          : [
              ['user', 'agents now grind'],
              ['developer', skills, all],
              ['user', 'env now monday'],
              ['developer', none],
            ],
      );
    },
  );

  it('tells developer sections anew whose fragments are gone, no others (u4, u4b)', () => {
    expect(change({ after: { environmentsInstructions: true }, fragments: [] }).told).toEqual([
      [
        'developer',
        permissions('all').text,
        '<environments_instructions>\n[environments.instructions]\n</environments_instructions>',
        rich.skills,
      ],
    ]);
  });

  it('takes snapshots of a wrong kind for unknown (u5)', () => {
    const worldState = {
      realtime: 1,
      agents_md: 'text',
      permissions: 7,
      environments: { environments: [] },
      environments_instructions: 'yes',
      skills: { includeInstructions: true },
      host_skills: [],
    };
    const after = { environmentsInstructions: true };
    expect(change({ worldState, after }).told).toEqual([
      ['user', 'agents now grind'],
      ['developer', permissions('all').text],
      ['user', 'env now monday'],
      // The notice on environments has no fragment either: nothing is unknown about it.
      [
        'developer',
        '<environments_instructions>\n[environments.instructions]\n</environments_instructions>',
        rich.skills,
      ],
    ]);
  });

  it('tells changed permissions alone (6.9)', () => {
    const { told, patch } = change({ after: { permissions: permissions('none') } });
    expect(told).toEqual([['developer', permissions('none').text]]);
    expect(Object.keys(patch ?? {})).toEqual(['permissions']);
  });

  it('puts neighbours of one role into one message (6.10)', () => {
    const after = { agentsMd: {}, environments: { environments: {}, current_date: 'tuesday' } };
    expect(change({ after })).toEqual({
      told: [['user', 'agents gone', 'env now tuesday']],
      patch: {
        agents_md: { directory: null, text: null },
        environments: { current_date: 'tuesday' },
      },
    });
  });

  it('never merges what compares settings with what compares the world state (6.13, 7.2, 7.3)', () => {
    const after = {
      model: 'fixed',
      permissions: permissions('none'),
      multiAgentMode: 'proactive',
    } as const;
    const mode = '<multi_agent_mode>[multi-agent.proactive]</multi_agent_mode>';
    expect(change({ after }).told).toEqual([
      ['developer', switched('FIXED'), mode],
      ['developer', permissions('none').text],
    ]);
    expect(
      change({ after: { personality: 'friendly', multiAgentMode: 'proactive' } }).told,
    ).toEqual([['developer', mode, spec('FRI')]]);
  });

  it('records what it does not tell (6.14)', () => {
    const environments = { environments: {}, current_date: 'monday', subagents: '- a: b' };
    expect(change({ after: { environments } })).toEqual({
      told: [],
      patch: { environments: { subagents: '- a: b' } },
    });
  });

  it('leaves out a section that is switched off (6.18)', () => {
    const { permissions: _off, ...before } = rich;
    expect(change({ before }).told).toEqual([]);
  });
});
