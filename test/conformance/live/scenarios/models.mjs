// Scenarios about models: switches between them, and the lite ones, whose tools and base text are in the input.

import { EVERY_VERSION } from '../releases.mjs';
import { compaction, message, respond } from '../replies.mjs';
import { compacting, steps } from '../script.mjs';
import { turnsWith } from '../stage.mjs';

const SUMMARY = () => respond([message('we changed the model')], { inputTokens: 50 });

/** @type {import('../record-scenario.mjs').Scenario[]} */
export const modelScenarios = [
  {
    name: 'model-switch',
    versions: EVERY_VERSION,
    extraModels: true,
    play: turnsWith(({ models }) => [
      {},
      { model: 'mill-second' },
      {},
      { model: models.plain },
      { model: 'mill-bytes' },
    ]),
  },
  {
    name: 'model-switch-bundled',
    versions: ['0.145.0'],
    play: turnsWith(() => [
      {},
      { model: 'gpt-5.5' },
      { model: 'gpt-5.2' },
      { personality: 'friendly' },
      { model: 'gpt-5.4' },
    ]),
  },
  {
    name: 'model-switch-on-resume',
    versions: EVERY_VERSION,
    extraModels: true,
    play: async ({ exec }) => {
      await exec('first');
      await exec('resume', '--last', '-m', 'mill-second', 'second');
      await exec('resume', '--last', '-m', 'mill-second', 'third');
      await exec('resume', '--last', 'fourth');
    },
  },
  {
    name: 'model-switch-hash',
    versions: EVERY_VERSION,
    extraModels: true,
    script: () => compacting(SUMMARY),
    play: turnsWith(({ models }) => [
      {},
      {},
      { model: 'mill-hashed' },
      {},
      { model: models.plain },
      {},
    ]),
  },
  {
    name: 'model-switch-hash-remote',
    versions: EVERY_VERSION,
    extraModels: true,
    home: { providerName: 'OpenAI' },
    script: () => compacting(() => respond([compaction('SEALED-SWITCH')])),
    play: turnsWith(({ models }) => [
      {},
      {},
      { model: 'mill-hashed' },
      {},
      { model: models.plain },
      {},
    ]),
  },
  {
    name: 'model-switch-narrow',
    versions: EVERY_VERSION,
    extraModels: true,
    script: () =>
      compacting(
        SUMMARY,
        steps({ 1: () => respond([message('a long answer')], { inputTokens: 60_000 }) }),
      ),
    play: turnsWith(() => [{}, {}, { model: 'mill-narrow' }, {}]),
  },
  {
    name: 'lite',
    versions: EVERY_VERSION,
    home: ({ lite }) => ({ model: lite }),
    play: turnsWith(() => [{}, {}, {}]),
  },
  {
    name: 'lite-remote',
    versions: EVERY_VERSION,
    home: ({ lite }) => ({ model: lite, providerName: 'OpenAI' }),
    play: turnsWith(() => [{}, {}, {}]),
  },
  {
    name: 'lite-switch',
    versions: EVERY_VERSION,
    extraModels: true,
    home: ({ lite }) => ({ model: lite }),
    script: () => compacting(SUMMARY),
    play: turnsWith(({ models }) => [
      {},
      { model: 'mill-lite' },
      {},
      { model: models.plain },
      {},
      { model: models.lite },
      {},
      { model: 'mill-lite-hashed' },
    ]),
  },
  {
    name: 'lite-switch-remote',
    versions: EVERY_VERSION,
    extraModels: true,
    home: { providerName: 'OpenAI' },
    script: () => compacting(() => respond([compaction('SEALED-SWITCH')])),
    play: turnsWith(({ models }) => [
      {},
      { model: models.lite },
      {},
      { model: 'mill-lite' },
      { model: models.plain },
    ]),
  },
];
