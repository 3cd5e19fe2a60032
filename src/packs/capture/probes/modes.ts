/** Collaboration modes, multi-agent modes and hints, realtime, environments and the clock (spec 1 §7). */

import type { PackTextId } from '../../../contract/texts.js';
import type { Bench } from '../bench.js';
import { cutFrame, fillValues, linedTag, tightTag } from '../cut-text.js';
import type { CapturedText, Family, Finding } from '../finding.js';
import { modelOf, keepCatalog, withMessages } from '../own-model.js';
import { fragmentOf, fragmentsOf, seen, textsOfCalls } from '../recorded-texts.js';
import { callTool, respond, sayOk } from '../replies.js';

export const modes: Family = {
  name: 'modes',
  probes: [
    { ids: ['collaboration.plan', 'collaboration.default'], run: captureCollaboration },
    { ids: ['multi-agent.explicit', 'multi-agent.proactive'], run: captureMultiAgentModes },
    { ids: ['multi-agent.root-hint', 'multi-agent.subagent-hint'], run: captureHints },
    { ids: ['environments.instructions'], run: captureEnvironments },
    { ids: ['time.reminder'], run: captureTime },
  ],
};

async function captureCollaboration(bench: Bench): Promise<readonly Finding[]> {
  const own = withMessages(modelOf(bench, 'plain'), 'mill', { collaboration_modes: null });
  const run = async (order: readonly string[]): Promise<readonly string[]> => {
    const calls = await bench.session(
      { model: 'mill', catalog: await keepCatalog(bench, [own]) },
      async ({ turn }) => {
        for (const mode of order) {
          const settings = { model: 'mill', reasoning_effort: null, developer_instructions: null };
          await turn('Hello.', { collaborationMode: { mode, settings } });
        }
      },
    );
    return fragmentsOf(textsOfCalls(calls), 'collaboration_mode');
  };
  const [plan, standard] = await run(['plan', 'default']);
  const [standardAgain, planAgain] = await run(['default', 'plan']);
  const tag = tightTag('collaboration_mode');
  const ids = ['collaboration.plan', 'collaboration.default'] as const;
  const pairs = [
    [plan, planAgain],
    [standard, standardAgain],
  ];
  return ids.map((id, at) => {
    const [first, second] = pairs[at] ?? [];
    if (first === undefined) return { id, reason: 'a mode brought no text' };
    const text = cutFrame(first, tag);
    return tagged({ id, text, tag, recorded: second ?? first });
  });
}

async function captureMultiAgentModes(bench: Bench): Promise<readonly Finding[]> {
  const own = withMessages(modelOf(bench, 'team'), 'mill', { multi_agent: null });
  const catalog = await keepCatalog(bench, [own]);
  const run = async (efforts: readonly string[]): Promise<readonly string[]> => {
    const options = { model: 'mill', catalog, tables: '[features]\nmulti_agent_v2 = true\n' };
    const calls = await bench.session(options, async ({ turn }) => {
      for (const effort of efforts) await turn('Hello.', { effort });
    });
    return fragmentsOf(textsOfCalls(calls), 'multi_agent_mode');
  };
  const [explicit, proactive] = await run(['high', 'ultra']);
  const [proactiveAgain, explicitAgain] = await run(['ultra', 'high']);
  const tag = tightTag('multi_agent_mode');
  const told = (id: PackTextId, first?: string, second?: string): Finding => {
    if (first === undefined) return { id, reason: 'that mode brought no text' };
    return tagged({ id, text: cutFrame(first, tag), tag, recorded: second ?? first });
  };
  return [
    told('multi-agent.explicit', explicit, explicitAgain),
    told('multi-agent.proactive', proactive, proactiveAgain),
  ];
}

/** The untagged developer messages that tell an agent of its team; the team's size gets a placeholder. */
async function captureHints(bench: Bench): Promise<readonly Finding[]> {
  const own = withMessages(modelOf(bench, 'team'), 'mill', { multi_agent: null });
  const catalog = await keepCatalog(bench, [own]);
  const hints = async (size: number): Promise<readonly string[]> => {
    const tables = `[features.multi_agent_v2]\nenabled = true\nmax_concurrent_threads_per_session = ${size}\n`;
    const spawn = { task_name: 'worker', message: 'Do it.', fork_turns: 'none' };
    const calls = await bench.session(
      {
        model: 'mill',
        catalog,
        tables,
        script: ({ index }) =>
          index === 0
            ? respond([{ ...callTool('spawn_agent', 'c1', spawn), namespace: 'collaboration' }])
            : sayOk(),
      },
      async ({ turn }) => {
        await turn('Hello.');
        await new Promise((resolve) => setTimeout(resolve, 1500));
      },
    );
    const texts = textsOfCalls(calls).filter(
      ({ role, text }) => role === 'developer' && !text.startsWith('<') && text.includes('/root'),
    );
    return [...new Set(texts.map(({ text }) => text))];
  };
  const first = await hints(5);
  const second = await hints(7);
  return (['multi-agent.root-hint', 'multi-agent.subagent-hint'] as const).map((id, at) => {
    const recorded = first[at];
    if (recorded === undefined) return { id, reason: 'no untagged text told an agent of its team' };
    const text = recorded.replaceAll(/\b5\b/g, '{{ max_concurrent_threads }}');
    const values = { max_concurrent_threads: '7' };
    const check = { rendered: fillValues(text, values), recorded: second[at] ?? '' };
    return { id, text, checks: [check] };
  });
}

async function captureEnvironments(bench: Bench): Promise<readonly Finding[]> {
  const run = async (): Promise<string> => {
    const options = { tables: '[features]\ndeferred_executor = true\n' };
    const calls = await bench.session(options, async ({ turn }) => turn('Hello.'));
    return fragmentOf(textsOfCalls(calls), 'environments_instructions');
  };
  const tag = linedTag('environments_instructions');
  const text = cutFrame(await run(), tag);
  return [tagged({ id: 'environments.instructions', text, tag, recorded: await run() })];
}

/** The reminder of the time; newer releases put it in a tag. */
async function captureTime(bench: Bench): Promise<readonly Finding[]> {
  const now = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;
  const options = { tables: '[features]\ncurrent_time_reminder = { enabled = true }\n' };
  const calls = await bench.session(options, async ({ turn }) => {
    await turn('Hello.');
    await turn('Hello again.');
  });
  const reminders = textsOfCalls(calls)
    .filter(({ role, text }) => role === 'developer' && now.test(text) && text.length < 200)
    .map(({ text }) =>
      text.replace(/^<current_time_reminder>(.*)<\/current_time_reminder>$/, '$1'),
    );
  const recorded = seen(reminders[0], 'no reminder was sent');
  const text = recorded.replace(now, '{{ now }}');
  const checks = reminders.map((reminder) => ({
    rendered: fillValues(text, { now: now.exec(reminder)?.[0] ?? '' }),
    recorded: reminder,
  }));
  return [{ id: 'time.reminder', text, checks }];
}

interface Tagged {
  readonly id: PackTextId;
  readonly text: string;
  readonly tag: { readonly before: string; readonly after: string };
  readonly recorded: string;
}

function tagged({ id, text, tag, recorded }: Tagged): CapturedText {
  return { id, text, checks: [{ rendered: `${tag.before}${text}${tag.after}`, recorded }] };
}
