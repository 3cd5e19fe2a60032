// Scenarios about settings that change during a session.

import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVERY_VERSION } from '../releases.mjs';
import { inResumed, inThread, turnsWith } from '../stage.mjs';

/** @type {import('../record-scenario.mjs').Scenario[]} */
export const settingScenarios = [
  {
    name: 'personality',
    versions: EVERY_VERSION,
    extraModels: true,
    play: turnsWith(() => [
      {},
      { personality: 'friendly' },
      {},
      { personality: 'none' },
      { personality: 'pragmatic' },
      { personality: 'friendly', model: 'mill-second' },
      { personality: 'pragmatic' },
    ]),
  },
  {
    name: 'personality-configured',
    versions: EVERY_VERSION,
    home: { settings: 'personality = "friendly"' },
    play: turnsWith(() => [{}, { personality: 'pragmatic' }, { personality: 'friendly' }]),
  },
  {
    name: 'permissions',
    versions: EVERY_VERSION,
    play: turnsWith(({ home }) => [
      {},
      { sandboxPolicy: { type: 'readOnly' } },
      { approvalPolicy: 'on-request' },
      {
        sandboxPolicy: {
          type: 'workspaceWrite',
          writableRoots: [home.codexHome],
          networkAccess: true,
        },
      },
      { approvalPolicy: 'untrusted' },
      { approvalPolicy: 'never', sandboxPolicy: { type: 'dangerFullAccess' } },
    ]),
  },
  {
    name: 'effort-and-summary',
    versions: EVERY_VERSION,
    untold: { requests: 1, reason: 'the schema asked of an answer is not recorded' },
    play: turnsWith(() => [
      {},
      { effort: 'high' },
      { summary: 'detailed' },
      { effort: 'low', summary: 'none' },
      {
        outputSchema: {
          type: 'object',
          properties: { answer: { type: 'string' } },
          required: ['answer'],
          additionalProperties: false,
        },
      },
      { serviceTier: 'priority' },
    ]),
  },
  {
    name: 'developer-instructions',
    versions: EVERY_VERSION,
    play: turnsWith(
      ({ models }) => [
        {},
        {
          collaborationMode: {
            mode: 'plan',
            settings: { model: models.plain, reasoning_effort: null, developer_instructions: null },
          },
        },
        {
          collaborationMode: {
            mode: 'default',
            settings: {
              model: models.plain,
              reasoning_effort: null,
              developer_instructions: 'Plan no more.',
            },
          },
        },
        {
          collaborationMode: {
            mode: 'default',
            settings: {
              model: models.plain,
              reasoning_effort: null,
              developer_instructions: 'Work now.',
            },
          },
        },
        {
          additionalContext: {
            weather: { kind: 'untrusted', value: 'rain <soon>' },
            clock: { kind: 'application', value: 'noon' },
          },
        },
        {
          additionalContext: {
            weather: { kind: 'untrusted', value: 'rain <soon>' },
            clock: { kind: 'application', value: 'one' },
          },
        },
      ],
      { developerInstructions: 'Speak like a miller.' },
    ),
  },
  {
    name: 'settings-update',
    versions: EVERY_VERSION,
    extraModels: true,
    play: inThread(async ({ app, threadId, say, models }) => {
      await say('first');
      await app.call('thread/settings/update', { threadId, model: 'mill-second', effort: 'high' });
      await say('second');
      await app.call('thread/settings/update', {
        threadId,
        model: models.plain,
        sandboxPolicy: { type: 'readOnly' },
      });
      await app.call('thread/settings/update', { threadId, approvalPolicy: 'on-request' });
      await say('third');
    }),
  },
  {
    name: 'multi-agent-mode',
    versions: EVERY_VERSION,
    home: ({ team }) => ({ model: team }),
    play: turnsWith(() => [
      {},
      { multiAgentMode: 'proactive' },
      {},
      { multiAgentMode: { custom: 'Ask a helper for each sack.' } },
      { multiAgentMode: 'explicitRequestOnly' },
    ]),
  },
  {
    name: 'untrusted-project',
    versions: EVERY_VERSION,
    home: { asShipped: true },
    play: async ({ home, exec }) => {
      await appendFile(
        join(home.codexHome, 'config.toml'),
        `[projects."${home.project}"]\ntrust_level = "untrusted"\n`,
      );
      await exec('first');
      await exec('resume', '--last', 'second');
    },
  },
  {
    name: 'base-instructions',
    versions: EVERY_VERSION,
    play: turnsWith(() => [{}, {}], { baseInstructions: 'You only count sacks.' }),
  },
  {
    name: 'base-instructions-lite',
    versions: EVERY_VERSION,
    home: ({ lite }) => ({ model: lite }),
    play: turnsWith(() => [{}, {}], { baseInstructions: 'You only count sacks.' }),
  },
  {
    name: 'folder-change',
    versions: EVERY_VERSION,
    play: async (stage) => {
      const inner = join(stage.home.project, 'inner');
      await mkdir(inner);
      await writeFile(join(inner, 'AGENTS.md'), 'Inside, whisper.\n');
      await turnsWith(() => [{}, { cwd: inner }, {}, { cwd: stage.home.project }])(stage);
    },
  },
  {
    name: 'agents-md-change',
    versions: EVERY_VERSION,
    play: async (stage) => {
      const path = join(stage.home.project, 'AGENTS.md');
      const id = await inThread(async ({ say }) => {
        await say('first');
        await writeFile(path, 'Now answer at length.\n');
        await say('second, in the same process');
      })(stage);
      await inResumed(id, ({ say }) => say('third, resumed'))(stage);
      await rm(path);
      await inResumed(id, ({ say }) => say('fourth, without it'))(stage);
    },
  },
];
