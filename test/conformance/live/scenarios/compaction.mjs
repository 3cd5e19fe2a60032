// Scenarios about compaction: local and remote; by hand, before a turn, inside one.

import { PIXEL_URL } from '../pixel.mjs';
import { EVERY_VERSION } from '../releases.mjs';
import { compaction, customCall, functionCall, message, reasoning, respond } from '../replies.mjs';
import { compacting, ofRoot, steps } from '../script.mjs';
import { inThread, pause, turnEnd } from '../stage.mjs';

const SUMMARY = () => respond([message('we said hello and counted')], { inputTokens: 50 });
const SEALED = () => respond([compaction('SEALED-SUMMARY')], { inputTokens: 50 });

/** Fills the window, with a tool call, so that the turn has to go on after the compaction. */
const FULL_AND_GOING = () =>
  respond([message('calling'), functionCall('exec_command', 'call-1', { cmd: 'echo hi' })], {
    inputTokens: 80_000,
  });
const FULL = () => respond([message('that was a lot')], { inputTokens: 80_000 });

const TOO_LONG = () => ({
  events: [
    { type: 'response.created', response: { id: 'resp_long' } },
    {
      type: 'response.failed',
      response: {
        id: 'resp_long',
        error: { code: 'context_length_exceeded', message: 'too long' },
      },
    },
  ],
});
const CLOSED = () => ({ status: 500, json: { error: { message: 'the mill is closed' } } });

const LIMIT = { settings: 'model_auto_compact_token_limit = 50000' };
const REMOTE = { providerName: 'OpenAI' };

const afterHelp = inThread(async ({ say, compact }) => {
  await say('get some help');
  await pause(1000);
  await say('what did they say?');
  await compact();
  await say('third');
  await compact();
  await say('fourth');
});

const manual = inThread(async ({ say, compact }) => {
  await say('first');
  await say('second');
  await compact();
  await say('third');
  await compact();
  await say('fourth');
  await say('fifth');
  await compact();
  await say('sixth');
});

const threeTurns = inThread(async ({ say }) => {
  await say('first');
  await say('second');
  await say('third');
  await say('fourth');
});

/** More than what a compaction keeps, in several parts, with an image, and something of every other kind. */
const much = inThread(async ({ app, threadId, say, compact }) => {
  await say([{ type: 'text', text: 'old words. '.repeat(200) }]);
  await say([
    { type: 'text', text: 'über '.repeat(12_000) },
    { type: 'text', text: 'and a second part' },
  ]);
  await say([
    { type: 'image', url: PIXEL_URL },
    { type: 'text', text: 'a picture' },
  ]);
  await say('use a tool', {
    additionalContext: {
      weather: { kind: 'untrusted', value: 'rain' },
      clock: { kind: 'application', value: 'noon' },
    },
  });
  const done = turnEnd(app, threadId);
  await Promise.all([
    done,
    app.call('thread/shellCommand', { threadId, command: 'echo from the user' }),
  ]);
  await say('<environment_context>only typed</environment_context>');
  await say('grain '.repeat(6000));
  await compact();
  await say('after that');
  await compact();
  await say('and again');
});

const MUCH_TURNS = {
  3: () =>
    respond([
      reasoning('hm', 'SEALED-3'),
      functionCall('exec_command', 'call-1', { cmd: 'echo hi' }),
    ]),
};

/** @type {import('../record-scenario.mjs').Scenario[]} */
export const compactionScenarios = [
  {
    name: 'compact-local-manual',
    versions: EVERY_VERSION,
    script: () => compacting(SUMMARY),
    play: manual,
  },
  {
    name: 'compact-local-before-turn',
    versions: EVERY_VERSION,
    home: LIMIT,
    script: () => compacting(SUMMARY, steps({ 1: FULL })),
    play: threeTurns,
  },
  {
    name: 'compact-local-mid-turn',
    versions: EVERY_VERSION,
    home: LIMIT,
    script: () => compacting(SUMMARY, steps({ 1: FULL_AND_GOING })),
    play: threeTurns,
  },
  {
    name: 'compact-remote-manual',
    versions: EVERY_VERSION,
    home: REMOTE,
    script: () =>
      compacting(
        SEALED,
        steps({
          0: () => respond([reasoning('hm', 'SEALED-0'), message('answer with a thought')]),
        }),
      ),
    play: manual,
  },
  {
    name: 'compact-remote-before-turn',
    versions: EVERY_VERSION,
    home: { ...REMOTE, ...LIMIT },
    script: () => compacting(SEALED, steps({ 1: FULL })),
    play: threeTurns,
  },
  {
    name: 'compact-remote-mid-turn',
    versions: EVERY_VERSION,
    home: { ...REMOTE, ...LIMIT },
    script: () => compacting(SEALED, steps({ 1: FULL_AND_GOING })),
    play: threeTurns,
  },
  {
    name: 'compact-local-much',
    versions: EVERY_VERSION,
    script: () => compacting(SUMMARY, steps(MUCH_TURNS)),
    play: much,
  },
  {
    name: 'compact-remote-much',
    versions: EVERY_VERSION,
    home: REMOTE,
    script: () => compacting(SEALED, steps(MUCH_TURNS)),
    play: much,
  },
  {
    name: 'compact-local-lite',
    versions: EVERY_VERSION,
    home: ({ lite }) => ({ model: lite }),
    script: () => compacting(SUMMARY),
    play: manual,
  },
  {
    name: 'compact-remote-lite',
    versions: EVERY_VERSION,
    home: ({ lite }) => ({ ...REMOTE, model: lite }),
    script: () => compacting(SEALED),
    play: manual,
  },
  {
    name: 'compact-remote-lite-mid-turn',
    versions: EVERY_VERSION,
    home: ({ lite }) => ({ ...REMOTE, ...LIMIT, model: lite }),
    script: () =>
      compacting(
        SEALED,
        steps({
          1: () => respond([customCall('exec', 'cell-1', 'text("hi")')], { inputTokens: 80_000 }),
        }),
      ),
    play: threeTurns,
  },
  {
    name: 'compact-local-team',
    versions: EVERY_VERSION,
    home: ({ team }) => ({ model: team }),
    script: () => compacting(SUMMARY, oneHelper()),
    play: afterHelp,
  },
  {
    name: 'compact-remote-team',
    versions: EVERY_VERSION,
    home: ({ team }) => ({ ...REMOTE, model: team }),
    script: () => compacting(SEALED, oneHelper()),
    play: afterHelp,
  },
  {
    name: 'compact-local-troubled',
    versions: EVERY_VERSION,
    script: () =>
      compacting(
        (_request, index) =>
          [TOO_LONG, TOO_LONG, SUMMARY, () => respond([]), CLOSED][index]?.() ?? SUMMARY(),
      ),
    play: manual,
  },
  {
    name: 'compact-remote-v1',
    versions: ['0.145.0'],
    home: { ...REMOTE, tables: '[features]\nremote_compaction_v2 = false' },
    script: () =>
      compacting(({ body }) => ({
        json: {
          output: [
            ...body.input.filter(isMessage),
            { type: 'compaction', encrypted_content: 'SEALED-V1' },
          ],
        },
      })),
    play: manual,
  },
];

/** The first request of the first thread spawns an agent and waits for it. */
function oneHelper() {
  return ofRoot({
    0: () =>
      respond([
        {
          ...functionCall('spawn_agent', 'spawn-1', {
            task_name: 'counter',
            message: 'count',
            fork_turns: 'none',
          }),
          namespace: 'collaboration',
        },
      ]),
    1: () =>
      respond([
        {
          ...functionCall('wait_agent', 'wait-1', { timeout_ms: 10_000 }),
          namespace: 'collaboration',
        },
      ]),
  });
}

/** @param {{ type: string }} item */
function isMessage(item) {
  return item.type === 'message';
}
