// Plays one scenario on one release and leaves a folder: the sessions, the trace, and what the mock received.
//
// The folder is the CODEX_HOME of the run, so that paths in rollouts and traces stay true. What Codex keeps there
// beside the sessions is removed in the end.

import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { makeCodexHome } from './codex-home.mjs';
import { countInferences } from './count-inferences.mjs';
import { startMockResponses } from './mock-responses.mjs';
import { answers, isCompaction } from './script.mjs';
import { makeStage } from './stage.mjs';

/** @typedef {import('./codex-home.mjs').HomeOptions} HomeOptions */

/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {readonly string[]} versions
 * @property {readonly string[]} [alsoNeeds]   other releases whose binaries it runs
 * @property {HomeOptions | ((models: import('./releases.mjs').Models) => HomeOptions)} [home]
 * @property {{ requests: number, reason: string }} [untold]   requests that no rollout tells in full
 * @property {boolean} [extraModels]   needs the catalog with our own models
 * @property {() => import('./mock-responses.mjs').Script} [script]   made anew for each run
 * @property {import('./stage.mjs').Play} play
 */

/**
 * @typedef {object} Setup
 * @property {import('./releases.mjs').Release} release
 * @property {{ bundled: string, extended: string }} catalogs   paths
 * @property {Readonly<Record<string, string>>} binaries   by version
 */

/**
 * @typedef {object} Recording
 * @property {string} name
 * @property {string} version
 * @property {string} folder
 * @property {string} catalog     path of the catalog that the session used
 * @property {number} requests    that the mock received
 * @property {number} inferences  that the trace holds
 * @property {string} [problem]   why the scenario was not played to its end
 */

/** What stays in a recorded folder. */
const KEPT = new Set(['sessions', 'trace', 'project', 'config.toml']);

/** @param {Scenario} scenario @param {Setup} setup @param {string} out @returns {Promise<Recording>} */
export async function recordScenario(scenario, { release, catalogs, binaries }, out) {
  const { version, models } = release;
  const folder = join(out, version, scenario.name);
  await rm(folder, { recursive: true, force: true });
  const options =
    typeof scenario.home === 'function' ? scenario.home(models) : (scenario.home ?? {});
  const catalog = scenario.extraModels ? catalogs.extended : catalogs.bundled;

  const mock = await startMockResponses(scenario.script?.() ?? answers);
  const place = {
    binary: binaries[version] ?? '',
    folder,
    port: mock.port,
    defaultModel: models.plain,
  };
  const home = await makeCodexHome(scenario.extraModels ? { ...place, catalog } : place, options);
  const failure = await play(scenario, makeStage({ version, models, binaries }, home, mock));
  await mock.close();

  await clear(folder);
  await writeFile(
    join(folder, 'requests.jsonl'),
    mock.requests.map(({ text }) => `${text}\n`).join(''),
  );
  const inferences = await countInferences(home.trace);
  const turns = mock.requests.filter((request) => !isCompaction(request)).length;
  const gap =
    turns === inferences ? undefined : `${turns} turn requests came, the trace holds ${inferences}`;
  const problem = failure ?? gap;
  const recording = {
    name: scenario.name,
    version,
    folder,
    catalog,
    requests: mock.requests.length,
    inferences,
    ...(problem === undefined ? {} : { problem }),
  };
  const portable = { ...recording, folder: '.', catalog: relative(folder, catalog) };
  await writeFile(join(folder, 'scenario.json'), `${JSON.stringify(portable, null, 2)}\n`);
  return recording;
}

/** @param {Scenario} scenario @param {import('./stage.mjs').Stage} stage @returns {Promise<string | undefined>} what went wrong */
async function play(scenario, stage) {
  try {
    await scenario.play(stage);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param {string} folder */
async function clear(folder) {
  for (const name of await readdir(folder)) {
    if (!KEPT.has(name)) {
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
    }
  }
}
