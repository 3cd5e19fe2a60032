/** What is told when a realtime conversation begins and ends (spec 1 §7.4). */

import type { Bench } from '../bench.js';
import { portMark } from '../codex-home.js';
import { cutFrame, linedTag, putFrame } from '../cut-text.js';
import type { Family, Finding } from '../finding.js';
import { fragmentsOf, seen, textsOfCalls } from '../recorded-texts.js';

export const realtime: Family = {
  name: 'realtime',
  probes: [{ ids: ['realtime.start', 'realtime.end'], run: captureRealtime }],
};

async function captureRealtime(bench: Bench): Promise<readonly Finding[]> {
  const tag = linedTag('realtime_conversation');
  const first = await conversation(bench, ['Hello.']);
  const second = await conversation(bench, ['Hello.', 'Hello again.']);
  return (['realtime.start', 'realtime.end'] as const).map((id, at) => {
    const told = seen(first[at], 'a realtime conversation brought no text');
    const text = cutFrame(told, tag);
    const check = { rendered: putFrame(text, tag), recorded: second[at] ?? '' };
    return { id, text, checks: [check] };
  });
}

/** The texts of a session in which a conversation lasts for these turns. */
async function conversation(bench: Bench, turns: readonly string[]): Promise<readonly string[]> {
  const options = {
    files: { 'auth.json': JSON.stringify({ auth_mode: 'apikey', OPENAI_API_KEY: 'none' }) },
    settings: `experimental_realtime_ws_base_url = "ws://127.0.0.1:${portMark}"
approval_policy = "never"
sandbox_mode = "danger-full-access"`,
    tables: '[features]\nrealtime_conversation = true\n',
  };
  const calls = await bench.session(options, async ({ server, threadId, turn }) => {
    const becomes = (state: string): Promise<unknown> =>
      server.next(({ method }) => method === `thread/realtime/${state}`);
    const transport = { type: 'websocket' };
    const start = { threadId, outputModality: 'text', transport };
    await Promise.all([becomes('started'), server.call('thread/realtime/start', start)]);
    for (const text of turns) await turn(text);
    await Promise.all([becomes('closed'), server.call('thread/realtime/stop', { threadId })]);
    await turn('Goodbye.');
  });
  return fragmentsOf(textsOfCalls(calls), 'realtime_conversation');
}
