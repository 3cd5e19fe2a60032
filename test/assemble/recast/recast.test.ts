// The same sessions under other settings: what stays byte for byte, what goes, and what is told anew.

import { describe, expect, it } from 'vitest';
import type { ContextRequest } from '../../../src/contract/context-request.js';
import type { RenderedRequest } from '../../../src/contract/request.js';
import { fullTexts } from '../../support/own-texts.js';
import { inWords, itemsOf, render, type RenderSetUp } from '../../support/render-lines.js';
import {
  assistant,
  completed,
  context,
  developer,
  type Json,
  type Line,
  meta,
  prompt,
  record,
  started,
  user,
} from '../../support/rollout-lines.js';

const permissions = '<permissions instructions>\nold\n</permissions instructions>';
const agentsMd = '# AGENTS.md instructions for /project\n\n<INSTRUCTIONS>\nold\n</INSTRUCTIONS>';
const environment = (date: string): string =>
  `<environment_context>\n  <cwd>/project</cwd>\n  <shell>bash</shell>\n  <current_date>${date}</current_date>\n</environment_context>`;

/** Two turns; the first tells the context, the second changes it. */
const session: readonly Line[] = [
  meta(),
  started('t1'),
  developer('Mind the gap.', permissions, '<skills_instructions>\nold\n</skills_instructions>'),
  user(agentsMd, environment('2026-01-01')),
  context('t1'),
  ...prompt('one'),
  assistant('first'),
  completed('t1'),
  started('t2'),
  developer('<permissions instructions>\nother\n</permissions instructions>'),
  user(environment('2026-01-02')),
  context('t2', { model: 'flint' }),
  ...prompt('two'),
  assistant('second'),
  completed('t2'),
];

const catalog = {
  models: [
    { slug: 'stone', base_instructions: 'Grind slowly.' },
    { slug: 'flint', base_instructions: 'Strike.' },
    { slug: 'lava', base_instructions: 'Flow.', use_responses_lite: true },
  ],
};

function asked(request: Partial<ContextRequest>): RenderSetUp {
  const all = { mode: 'recorded' as const, settings: {}, keep: [], drop: [], ...request };
  return { context: all, catalog, texts: fullTexts };
}

function last(lines: readonly Line[], request: Partial<ContextRequest>): RenderedRequest {
  const { requests } = render(lines, { ...asked(request), at: { kind: 'last' } });
  const [rendered] = requests;
  if (rendered === undefined) throw new Error('there is no request');
  return rendered;
}

const words = (request: RenderedRequest): string[] => inWords(request.request['input']);

describe('context changed in place', () => {
  it('is that of the recording when nothing is asked for', () => {
    const recorded = render(session, { catalog, at: { kind: 'all' } });
    const changed = render(session, { ...asked({}), at: { kind: 'all' } });
    expect(changed.requests.map(({ request }) => request)).toEqual(
      recorded.requests.map(({ request }) => request),
    );
  });

  it('loses the sections dropped, and messages that have nothing left', () => {
    const dropped = words(last(session, { drop: ['permissions', 'environments'] }));
    expect(dropped).toEqual([
      'Mind the gap.+<skills_instructions>\nold\n</skills_instructions>',
      agentsMd,
      'one',
      'first',
      'two',
    ]);
  });

  it('never loses a word of a person', () => {
    const typed = [
      ...session.slice(0, 5),
      user('see <environment_context> below', environment('2026-01-01')),
      ...session.slice(5),
    ];
    const found = words(last(typed, { drop: ['environments'] })).find((text) =>
      text.startsWith('see'),
    );
    expect(found).toBe('see <environment_context> below');
  });

  it('tells permissions anew where they were first told, and no more after that', () => {
    const request = last(session, {
      settings: { sandbox_mode: 'danger-full-access', approval_policy: 'never' },
    });
    const told = words(request).filter((text) => text.includes('<permissions instructions>'));
    expect(told).toEqual([
      [
        'Mind the gap.',
        '<permissions instructions>\n[permissions.sandbox.danger-full-access]\n[permissions.approval.never]\n</permissions instructions>',
        '<skills_instructions>\nold\n</skills_instructions>',
      ].join('+'),
    ]);
  });

  it('has the elements of the environment changed wherever it was told', () => {
    const request = last(session, { settings: { current_date: '2030-12-31', cwd: '/else' } });
    const told = words(request).filter((text) => text.includes('<environment_context>'));
    expect(told).toHaveLength(2);
    for (const text of told) {
      expect(text).toContain('<cwd>/else</cwd>');
      expect(text).toContain('<current_date>2030-12-31</current_date>');
      expect(text).toContain('<shell>bash</shell>');
    }
  });

  it('gets other AGENTS.md documents in the place of the old ones', () => {
    const told = words(last(session, { agentsMd: { text: 'new' } }));
    expect(told[1]).toBe(
      `# AGENTS.md instructions for /project\n\n<INSTRUCTIONS>\nnew\n</INSTRUCTIONS>+${environment('2026-01-01')}`,
    );
    expect(words(last(session, { agentsMd: {} }))[1]).toBe(environment('2026-01-01'));
  });

  it('gets a section that was never told put into the bundle, in its order', () => {
    const [bundle] = words(
      last(session, {
        settings: { collaboration_mode: 'plan', collaboration_instructions: 'Plan.' },
      }),
    );
    expect(bundle).toBe(
      [
        'Mind the gap.',
        permissions,
        '<collaboration_mode>Plan.</collaboration_mode>',
        '<skills_instructions>\nold\n</skills_instructions>',
      ].join('+'),
    );
  });

  it('gets a bundle where there was none', () => {
    const bare = [meta(), started('t1'), context('t1'), ...prompt('one'), completed('t1')];
    expect(words(last(bare, { settings: { developer_instructions: 'Mind.' } }))).toEqual([
      'Mind.',
      'one',
    ]);
  });

  it('has another model with its own base instructions, unless they were the session’s own', () => {
    const { request } = last(session, { settings: { model: 'flint' } });
    expect([request['model'], request['instructions']]).toEqual(['flint', 'Strike.']);
    const custom = [meta({ base_instructions: { text: 'Mine.' } }), ...session.slice(1)];
    expect(last(custom, { settings: { model: 'lava' } }).request['model']).toBe('lava');
    const own = last(custom.slice(0, 8), { settings: { model: 'flint' } });
    expect(own.request['instructions']).toBe('Mine.');
  });

  it('keeps or drops base instructions by name, and takes those given', () => {
    const of = (request: Partial<ContextRequest>): unknown =>
      last(session, request).request['instructions'];
    expect(of({ settings: { model: 'flint' }, keep: ['base_instructions'] })).toBe('Grind slowly.');
    expect(of({ drop: ['base_instructions'] })).toBeUndefined();
    expect(of({ settings: { instructions: 'Other.' } })).toBe('Other.');
  });

  it('tells another objective where a goal steers, or nothing of it', () => {
    const steering = (objective: string): string =>
      `<codex_internal_context source="goal">\nGo on.\n<objective>\n${objective}\n</objective>\n\n</codex_internal_context>`;
    const goal = [
      ...session.slice(0, 8),
      started('t2'),
      user(steering('rye')),
      context('t2'),
      assistant('x'),
    ];
    const told = words(last(goal, { goal: { objective: 'oats & <bran>', tokensUsed: 0 } }));
    expect(told).toContain(steering('oats &amp; &lt;bran&gt;'));
    expect(words(last(goal, { drop: ['goal'] })).join()).not.toContain('codex_internal_context');
  });

  it('says in its fidelity that it differs', () => {
    expect(last(session, { drop: ['skills'] }).fidelity['input']).toMatch(/^rendered: its context/);
  });
});

describe('context told anew after a rebase', () => {
  it('goes whole, and one fresh context stands before the last real user message', () => {
    const told = words(last(session, { mode: 'rebase' }));
    expect(told).toEqual([
      'one',
      'first',
      [
        'Mind the gap.',
        '<permissions instructions>\nother\n</permissions instructions>',
        '<skills_instructions>\nold\n</skills_instructions>',
      ].join('+'),
      `${agentsMd}+${environment('2026-01-02')}`,
      'two',
    ]);
  });

  it('leaves what is kept in its place, and out what is dropped', () => {
    const told = words(last(session, { mode: 'rebase', keep: ['agents_md'], drop: ['skills'] }));
    expect(told).toEqual([
      agentsMd,
      'one',
      'first',
      'Mind the gap.+<permissions instructions>\nother\n</permissions instructions>',
      environment('2026-01-02'),
      'two',
    ]);
  });
});

describe('a resume', () => {
  const state = (more: Json = {}): Json =>
    record('world_state', {
      full: true,
      state: {
        agents_md: { directory: '/project', text: 'old' },
        environments: {
          environments: { local: { cwd: '/project', status: 'available', shell: 'bash' } },
          current_date: '2026-01-01',
        },
        skills: { includeInstructions: true },
        host_skills: { includeInstructions: true, body: '\nold\n' },
        ...more,
      },
    });
  const recorded = [...session.slice(0, 4), state(), ...session.slice(4, 8)];

  function resumed(request: Partial<ContextRequest>): RenderedRequest {
    const set = asked({ mode: 'resume', prompt: 'Go on.', ...request });
    const [next] = render(recorded, { ...set, at: { kind: 'next' } }).requests;
    if (next === undefined) throw new Error('there is no request');
    return next;
  }

  it('tells another model its own instructions, and the base text stays', () => {
    const request = resumed({ settings: { model: 'flint' } });
    expect(request.request['instructions']).toBe('Grind slowly.');
    expect(words(request)).toContain(
      '<model_switch>\n[model-switch.lead]\n\nStrike.\n</model_switch>',
    );
    expect(words(request).at(-1)).toBe('Go on.');
  });

  it('tells what changed of the environment, and of the documents that they were replaced', () => {
    const request = resumed({
      settings: { current_date: '2026-05-05' },
      agentsMd: { directory: '/project', text: 'new' },
    });
    const told = words(request).slice(-4, -1).join();
    expect(told).toContain('[agents-md.replaced]\n\nnew');
    expect(told).toContain('<current_date>2026-05-05</current_date>');
    expect(told).not.toContain('<cwd>');
  });

  it('adds what hooks say before the prompt, and the time behind it', () => {
    const request = resumed({
      settings: { hook_context: ['Mind the sluice.'], time_reminder: '2026-01-02 03:04:05' },
      goal: { objective: 'rye', tokensUsed: 0 },
    });
    expect(words(request).slice(-4)).toEqual([
      'Mind the sluice.',
      '<codex_internal_context source="goal">\n[goal.continuation]\n\n</codex_internal_context>',
      'Go on.',
      '[time.reminder]',
    ]);
  });

  it('says so where no catalog tells what another model would be told', () => {
    const [next] = render(recorded, {
      ...asked({ mode: 'resume', settings: { model: 'marble' } }),
      catalog: undefined,
      at: { kind: 'next' },
    }).requests;
    expect(next?.fidelity['input']).toMatch(/^unknown: instructions of marble are left out/);
  });

  it('adds nothing of a section that is dropped', () => {
    const request = resumed({ settings: { model: 'flint' }, drop: ['model_switch'] });
    expect(words(request).join()).not.toContain('<model_switch>');
  });

  it('tells everything where nothing was told before', () => {
    const [next] = render([meta()], {
      ...asked({
        mode: 'resume',
        prompt: 'Go.',
        settings: {
          model: 'stone',
          sandbox_mode: 'read-only',
          approval_policy: 'never',
          cwd: '/a',
        },
      }),
      at: { kind: 'next' },
    }).requests;
    expect(itemsOf(next)).toHaveLength(3);
    expect(inWords(next?.request['input'])[0]).toBe(
      '<permissions instructions>\n[permissions.sandbox.read-only]\n[permissions.approval.never]\n</permissions instructions>',
    );
  });
});
