import { describe, expect, it } from 'vitest';
import { initialContext } from '../../src/context/initial-context.js';
import type { ContextSettings } from '../../src/contract/context.js';
import { rulesProfiles, type RulesId } from '../../src/contract/rules.js';
import { contextInput, messagesOf, spec, switched } from '../support/context-input.js';

/** Something for every section. */
const everything: Partial<ContextSettings> = {
  model: 'fixed',
  baseText: 'A PRA B',
  developerInstructions: 'DEV',
  memory: 'MEMORY',
  memoryFolder: '/mem',
  contextWindow: 'WINDOW',
  contextWindowGuidance: 'GUIDE',
  realtimeActive: true,
  realtimeStart: 'TALK',
  agentsMd: { directory: '/mill', text: 'grind' },
  permissions: {
    text: '<permissions instructions>\nP\n- ["ls"]\n</permissions instructions>',
    textWithoutPrefixes: '<permissions instructions>\nP\n</permissions instructions>',
    approvedPrefixes: [['ls']],
  },
  collaboration: { mode: 'plan', instructions: 'PLAN' },
  environments: { environments: {}, current_date: 'monday' },
  environmentsInstructions: true,
  apps: true,
  plugins: true,
  skills: '<skills_instructions>\nSKILLS\n</skills_instructions>',
  multiAgentHint: 'HINT',
  multiAgentMode: 'explicitRequestOnly',
  recommendedPlugins: ['- Wheel (w)', '- Stone (s)'],
  deferredTools: { far: 'FAR' },
};

const switchText = switched('FIXED');
const personality = spec('PRA');
const memory = 'MEMORY in /mem';
const window = '<context_window>\nWINDOW\n</context_window>';
const guidance = '<context_window_guidance>\nGUIDE\n</context_window_guidance>';
const talk = '<realtime_conversation>\nTALK\n</realtime_conversation>';
const permissions = everything.permissions?.text ?? '';
const plan = '<collaboration_mode>PLAN</collaboration_mode>';
const skills = everything.skills ?? '';
const notices = [
  '<environments_instructions>\n[environments.instructions]\n</environments_instructions>',
  '<apps_instructions>\n[apps.instructions]\n</apps_instructions>',
  '<plugins_instructions>\n[plugins.instructions]\n</plugins_instructions>',
];
const tools = '<tools>\n[tools.deferred]\n- far: FAR\n</tools>';
const rest = [
  ['developer', 'HINT'],
  ['developer', '<multi_agent_mode>[multi-agent.explicit]</multi_agent_mode>'],
  [
    'user',
    '<recommended_plugins>\n[recommended-plugins.lead]\n\n- Wheel (w)\n- Stone (s)\n</recommended_plugins>',
    'agents grind',
    'env monday',
  ],
];

function input(rules: RulesId, settings: Partial<ContextSettings> = everything) {
  return contextInput({ rules, settings, baseline: { previous: { model: 'fixed' } } });
}

describe('a full injection', () => {
  it('tells everything in order in 0.145 (6.19, 7.7, 7.8, 7.10)', () => {
    expect(messagesOf(initialContext(input('0.145')))).toEqual([
      [
        'developer',
        'DEV',
        personality,
        memory,
        window,
        guidance,
        talk,
        permissions,
        plan,
        ...notices,
        skills,
      ],
      ...rest,
    ]);
  });

  it('has the skills before the permissions and the window apart from 0.150 on', () => {
    const told = [guidance, talk, skills, permissions, plan, ...notices];
    for (const rules of ['0.150', '0.155'] as const) {
      expect(messagesOf(initialContext(input(rules)))).toEqual([
        ['developer', 'DEV', personality, memory, ...told],
        ['developer', window],
        ...rest,
      ]);
    }
    for (const rules of ['0.159', '0.163'] as const) {
      expect(messagesOf(initialContext(input(rules)))).toEqual([
        ['developer', 'DEV', memory, ...told],
        ['developer', window],
        ...rest,
      ]);
    }
  });

  it('has the tools that can be loaded, and the window in parts, in 0.171', () => {
    expect(messagesOf(initialContext(input('0.171')))).toEqual([
      ['developer', 'DEV', memory, guidance, talk, skills, permissions, plan, ...notices, tools],
      ['developer', '<context_window>', '\nWINDOW\n', '</context_window>'],
      ...rest,
    ]);
  });

  it.each(rulesProfiles.map(({ id }) => id))('begins with the switch in %s', (rules) => {
    const baseline = { previous: { model: 'place' } };
    const [first] = initialContext(
      contextInput({ rules, settings: everything, baseline }),
    ).messages;
    expect(first?.parts[0]?.text).toBe(switchText);
  });

  it('labels its parts as newer releases do', () => {
    const labels = initialContext(input('0.171')).messages.map(({ parts }) =>
      parts.map(({ label }) => label),
    );
    expect(labels).toEqual([
      [
        'generic.developer_instructions',
        'memories.instructions',
        'token_budget.context_window_guidance',
        'realtime_conversation.start_instructions',
        'host_skills.instructions',
        'permissions.instructions',
        'collaboration_mode.instructions',
        'environments.instructions',
        'apps.instructions',
        'plugins.usage_instructions',
        'tools.deferred_namespaces',
      ],
      Array.from({ length: 3 }, () => 'token_budget.context_window'),
      ['multi_agent.usage_hint'],
      ['multi_agent.mode_instructions'],
      [
        'recommended_plugins.instructions',
        'agents_md.instructions',
        'environments.environment_context',
      ],
    ]);
  });

  it('has no message without a part, and none for blank guidance or empty words (7.6)', () => {
    const settings = {
      developerInstructions: '',
      memory: '',
      contextWindowGuidance: ' \n',
      multiAgentHint: '',
      multiAgentMode: { custom: '' },
      recommendedPlugins: [],
    };
    for (const { id } of rulesProfiles) {
      expect(messagesOf(initialContext(contextInput({ rules: id, settings })))).toEqual([]);
    }
  });

  it('keeps developer instructions that are blank', () => {
    expect(
      messagesOf(initialContext(contextInput({ settings: { developerInstructions: '  ' } }))),
    ).toEqual([['developer', '  ']]);
  });
});

describe('the world state after it', () => {
  const agents = { directory: '/mill', text: 'grind' };
  const shared = {
    agents_md: agents,
    apps_instructions: true,
    environments: { environments: {}, current_date: 'monday' },
    environments_instructions: true,
    host_skills: { body: '\nSKILLS\n', includeInstructions: true },
    plugins_instructions: true,
    realtime: { active: true },
    skills: { includeInstructions: true },
  };

  it('has the keys of 0.145, sorted', () => {
    const { worldState } = initialContext(input('0.145'));
    expect(worldState).toEqual({
      ...shared,
      collaboration_mode: 'plan',
      permissions: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(Object.keys(worldState)).toEqual(Object.keys(worldState).toSorted());
  });

  it('has those of 0.155 and 0.171', () => {
    const hash = expect.stringMatching(/^[0-9a-f]{40}$/);
    const newer = {
      ...shared,
      collaboration_mode: { mode: 'plan', model: 'fixed', instructions: hash },
      context_window: '/root',
      context_window_guidance: 'GUIDE',
      git_attribution: false,
      managed_developer_instructions: {},
      model: 'fixed',
      multi_agent_mode: { mode: 'explicitRequestOnly', usage_hint_hash: hash },
      multi_agent_usage_hint: hash,
      permissions: { instructions: hash, approved_command_prefixes: [['ls']] },
      persistent_mode: {},
    };
    expect(initialContext(input('0.155')).worldState).toEqual({
      ...newer,
      orchestrator_skills: { enabled: false, includeInstructions: true },
      personality: { model: 'fixed', personality: 'pragmatic' },
    });
    expect(initialContext(input('0.171')).worldState).toEqual({
      ...newer,
      model_catalog: hash,
      tools: { far: 'FAR' },
    });
  });
});
