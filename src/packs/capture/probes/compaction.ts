/** What a compaction asks for and leaves behind (spec 3 §5). */

import type { Bench, Session } from '../bench.js';
import { craftRollout, itemLine, messageLine, turnLines } from '../crafted-rollout.js';
import { cutFrame } from '../cut-text.js';
import type { Family, Finding } from '../finding.js';
import type { ModelCall } from '../mock-service.js';
import { modelOf } from '../own-model.js';
import { seen, textsOfCalls } from '../recorded-texts.js';
import { respond, sayText, sealedSummary } from '../replies.js';

export const compaction: Family = {
  name: 'compaction',
  probes: [
    { ids: ['compaction.prompt', 'compaction.summary-prefix'], run: captureLocal },
    { ids: ['compaction.no-summary'], run: captureNoSummary },
    { ids: ['compaction.output-rewritten'], run: captureRewritten },
  ],
};

async function captureLocal(bench: Bench): Promise<readonly Finding[]> {
  const model = modelOf(bench, 'plain').slug;
  const run = async (summary: string): Promise<readonly ModelCall[]> =>
    bench.session(
      { model, script: ({ index }) => respond([sayText(index === 1 ? summary : 'Done.')]) },
      async (session) => {
        await session.turn('Hello.');
        await compact(session);
        await session.turn('Go on.');
      },
    );
  const summaryOf = (calls: readonly ModelCall[], summary: string): string =>
    seen(
      textsOfCalls(calls.slice(2)).find(
        ({ role, text }) => role === 'user' && text.endsWith(`\n${summary}`),
      )?.text,
      'no summary came back',
    );
  const promptOf = (calls: readonly ModelCall[]): string =>
    seen(textsOfCalls(calls.slice(1, 2)).at(-1)?.text, 'nothing asked for a summary');
  const [one, two] = ['SUMMARY ONE', 'SUMMARY TWO'];
  const [first, second] = [await run(one), await run(two)];
  const prompt = promptOf(first);
  const prefix = cutFrame(summaryOf(first, one), { before: '', after: `\n${one}` });
  return [
    {
      id: 'compaction.prompt',
      text: prompt,
      checks: [{ rendered: prompt, recorded: promptOf(second) }],
    },
    {
      id: 'compaction.summary-prefix',
      text: prefix,
      checks: [{ rendered: `${prefix}\n${two}`, recorded: summaryOf(second, two) }],
    },
  ];
}

/** Compactions of old releases kept their summary as a message; an empty one is told by other words. */
async function captureNoSummary(bench: Bench): Promise<readonly Finding[]> {
  const run = async (compactions: number): Promise<string> => {
    const compacted = Array.from({ length: compactions }, () => ({
      type: 'compacted',
      payload: { message: '' },
    }));
    const { threadId, files } = craftRollout([...turnLines({ text: 'MINE' }), ...compacted]);
    const calls = await bench.session(
      { model: modelOf(bench, 'plain').slug, files, resume: threadId },
      async ({ turn }) => turn('Go on.'),
    );
    const texts = textsOfCalls(calls).filter(({ role }) => role === 'user');
    const at = texts.findIndex(({ text }) => text === 'MINE');
    return seen(texts[at + 1]?.text, 'an empty summary brought no text');
  };
  const text = await run(1);
  return [
    { id: 'compaction.no-summary', text, checks: [{ rendered: text, recorded: await run(2) }] },
  ];
}

/** Before a compaction by the server, outputs that do not fit the window are rewritten. */
async function captureRewritten(bench: Bench): Promise<readonly Finding[]> {
  const run = async (outputs: number): Promise<readonly string[]> => {
    const big = 'x'.repeat(39_000);
    const ids = Array.from({ length: outputs }, (_, at) => `c${at}`);
    const { threadId, files } = craftRollout([
      ...turnLines({ text: 'MINE' }),
      messageLine('assistant', [{ type: 'output_text', text: 'y'.repeat(60_000) }]),
      ...ids.map((id) =>
        itemLine({ type: 'function_call', name: 'mill', arguments: '{}', call_id: id }),
      ),
      ...ids.map((id) => itemLine({ type: 'function_call_output', call_id: id, output: big })),
    ]);
    const calls = await bench.session(
      {
        model: modelOf(bench, 'plain').slug,
        providerName: 'OpenAI',
        settings: `model_context_window = 16000
approval_policy = "never"
sandbox_mode = "danger-full-access"`,
        files,
        resume: threadId,
        script: ({ body }) =>
          JSON.stringify(body).includes('compaction_trigger')
            ? respond([sealedSummary()])
            : respond([sayText('Done.')]),
      },
      compact,
    );
    return textsOfCalls(calls)
      .filter(
        ({ role, text }) => role === 'function_call_output' && text !== big && text.length < 200,
      )
      .map(({ text }) => text);
  };
  const [text] = await run(1);
  const more = await run(2);
  return [
    {
      id: 'compaction.output-rewritten',
      text: seen(text, 'no output was rewritten'),
      checks: more.map((recorded) => ({ rendered: text ?? '', recorded })),
    },
  ];
}

async function compact({ server, threadId }: Session): Promise<void> {
  const ended = server.next(
    ({ method, params }) => method === 'turn/completed' && params['threadId'] === threadId,
  );
  await Promise.all([ended, server.call('thread/compact/start', { threadId })]);
}
