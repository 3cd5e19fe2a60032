/** Project documents that change, the review's prompt, the memory's words and the saved prefix. */

import { join } from 'node:path';
import type { Bench, SessionOptions } from '../bench.js';
import { between, cutFrame, fillValues, replaceValues, upTo } from '../cut-text.js';
import type { Family, Finding } from '../finding.js';
import { modelOf } from '../own-model.js';
import { NotSeen, seen, textsOfCalls, textsOfItems, itemsOf } from '../recorded-texts.js';
import { callTool, respond, sayOk } from '../replies.js';

export const instructions: Family = {
  name: 'instructions',
  probes: [
    { ids: ['agents-md.replaced', 'agents-md.removed'], run: captureNotices },
    { ids: ['review.rubric'], run: captureRubric },
    { ids: ['memory.lead'], run: captureMemory },
    { ids: ['permissions.prefix-saved'], run: capturePrefixSaved },
  ],
};

async function captureNotices(bench: Bench): Promise<readonly Finding[]> {
  const heading = '# AGENTS.md instructions';
  const files = {
    'project/AGENTS.md': 'DOC ONE',
    'project/two/AGENTS.md': 'DOC TWO',
    'project/three/AGENTS.md': 'DOC THREE',
    'project/two/.git': '',
    'project/three/.git': '',
    'project/none/.git': '',
  };
  const calls = await bench.session({ files }, async ({ home, turn }) => {
    for (const folder of ['.', 'two', 'three', 'none', 'two', 'none']) {
      await turn('Hello.', { cwd: join(home.project, folder) });
    }
  });
  const texts = textsOfCalls(calls)
    .map(({ text }) => text)
    .filter((text) => text.startsWith(heading));
  const told = (document: string): string =>
    seen(
      texts.find((text) => text.includes(`\n\n${document}\n`)),
      'a changed document brought no text',
    );
  const open = '\n\n<INSTRUCTIONS>\n';
  const replaced = between(told('DOC TWO'), open, '\n\nDOC TWO\n');
  const again = between(told('DOC THREE'), open, '\n\nDOC THREE\n');
  const removals = texts.filter((text) => text.startsWith(`${heading}${open}`));
  const last = seen(removals.at(-1), 'a removed document brought no text');
  const frame = { before: `${heading}${open}`, after: '\n</INSTRUCTIONS>' };
  const removed = cutFrame(last, frame);
  return [
    {
      id: 'agents-md.replaced',
      text: replaced,
      checks: [{ rendered: replaced, recorded: again }],
    },
    {
      id: 'agents-md.removed',
      text: removed,
      checks: [
        { rendered: `${frame.before}${removed}${frame.after}`, recorded: removals[0] ?? '' },
      ],
    },
  ];
}

async function captureRubric(bench: Bench): Promise<readonly Finding[]> {
  const run = async (wish: string): Promise<string> => {
    const options = { model: modelOf(bench, 'plain').slug };
    const calls = await bench.session(options, async ({ server, threadId }) => {
      const ended = server.next(({ method }) => method === 'turn/completed');
      const target = { type: 'custom', instructions: wish };
      await server.call('review/start', { threadId, target });
      await ended;
    });
    const { body } = seen(calls[0], 'no review was asked for');
    const { instructions: text } = body;
    return typeof text === 'string' ? text : seen(textsOfItems(itemsOf(body))[0]?.text, 'no text');
  };
  const text = await run('Look.');
  const recorded = await run('Look again.');
  if (text.startsWith('<')) throw new NotSeen('a review has no base text');
  return [{ id: 'review.rubric', text, checks: [{ rendered: text, recorded }] }];
}

/** The words around the memory's summary, with places for it and for the folder. */
async function captureMemory(bench: Bench): Promise<readonly Finding[]> {
  const run = async (summary: string): Promise<{ text: string; folder: string }> => {
    const options = {
      files: { 'memories/memory_summary.md': `${summary}\n` },
      tables: '[features]\nmemories = true\n\n[memories]\ngenerate_memories = false\n',
    };
    let folder = '';
    const calls = await bench.session(options, async ({ home, turn }) => {
      folder = join(home.folder, 'memories');
      await turn('Hello.');
    });
    const text = textsOfCalls(calls).find((recorded) => recorded.text.includes(summary))?.text;
    return { text: seen(text, 'no memory was told'), folder };
  };
  const first = await run('SUMMARY ONE');
  const second = await run('SUMMARY TWO');
  const text = replaceValues(first.text, {
    memory_summary: 'SUMMARY ONE',
    memory_folder: first.folder,
  });
  const values = { memory_summary: 'SUMMARY TWO', memory_folder: second.folder };
  const check = { rendered: fillValues(text, values), recorded: second.text };
  return [{ id: 'memory.lead', text, checks: [check] }];
}

async function capturePrefixSaved(bench: Bench): Promise<readonly Finding[]> {
  const run = async (program: string): Promise<string> => {
    const call = callTool('exec_command', 'c1', {
      cmd: `${program} x`,
      sandbox_permissions: 'require_escalated',
      justification: 'It has to.',
      prefix_rule: [program],
    });
    const options: SessionOptions = {
      model: modelOf(bench, 'plain').slug,
      settings: 'approval_policy = "on-request"\nsandbox_mode = "read-only"',
      script: ({ index }) => (index === 0 ? respond([call]) : sayOk()),
      decide: () => ({
        decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: [program] } },
      }),
    };
    const calls = await bench.session(options, async ({ turn }) => turn('Hello.'));
    const list = `\n- ["${program}"]`;
    const told = textsOfCalls(calls).find(
      ({ role, text }) => role === 'developer' && text.endsWith(list) && !text.startsWith('<'),
    );
    return upTo(seen(told, 'nothing told of the saved prefix').text, list);
  };
  const text = await run('touch');
  const recorded = await run('mkdir');
  return [{ id: 'permissions.prefix-saved', text, checks: [{ rendered: text, recorded }] }];
}
