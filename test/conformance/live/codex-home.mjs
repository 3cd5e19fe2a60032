// The folder of one scenario: a fresh CODEX_HOME with a project and a trace folder in it, pointed at the mock and at
// nothing else.

import { mkdir, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * @typedef {object} CodexHome
 * @property {string} binary
 * @property {string} codexHome
 * @property {string} project
 * @property {string} trace
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * What a scenario sets apart from the defaults.
 * @typedef {object} HomeOptions
 * @property {string} [model]
 * @property {string} [providerName]   `OpenAI` makes Codex compact remotely
 * @property {string} [settings]       top-level TOML lines
 * @property {string} [tables]         TOML tables, at the end
 * @property {string | null} [agentsMd]
 * @property {boolean} [asShipped]     Codex's own sandbox, approvals and skills, no word on trust
 */

/** @typedef {{ binary: string, folder: string, port: number, catalog?: string, defaultModel: string }} Place */

/** Tools run without asking and without a sandbox, which not every machine offers. */
const OPEN_SETTINGS = `approval_policy = "never"
sandbox_mode = "danger-full-access"`;

/** The skills inside the binary are prose that no scenario needs. */
const OPEN_TABLES = `[skills.bundled]
enabled = false
`;

/** @param {Place} place @param {HomeOptions} options @returns {Promise<CodexHome>} */
export async function makeCodexHome(place, options) {
  const codexHome = place.folder;
  const project = join(codexHome, 'project');
  const trace = join(codexHome, 'trace');
  for (const folder of [project, trace]) await mkdir(folder, { recursive: true });
  spawnSync('git', ['init', '-q', project]);
  const agentsMd = options.agentsMd === undefined ? 'Keep answers short.\n' : options.agentsMd;
  if (agentsMd !== null) await writeFile(join(project, 'AGENTS.md'), agentsMd);
  await writeFile(join(codexHome, 'config.toml'), configToml(place, options, project));
  return {
    binary: place.binary,
    codexHome,
    project,
    trace,
    env: environment(place.port, codexHome, trace),
  };
}

/** @param {Place} place @param {HomeOptions} options @param {string} project */
function configToml(
  place,
  { model = place.defaultModel, providerName = 'mock', settings = '', tables = '', asShipped },
  project,
) {
  return `model = "${model}"
model_provider = "mock"
check_for_update_on_startup = false
${place.catalog === undefined ? '' : `model_catalog_json = "${place.catalog}"`}
${asShipped ? '' : OPEN_SETTINGS}
${settings}

[model_providers.mock]
name = "${providerName}"
base_url = "http://127.0.0.1:${place.port}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

[analytics]
enabled = false

${asShipped ? '' : `${OPEN_TABLES}\n[projects."${project}"]\ntrust_level = "trusted"`}

${tables}
`;
}

/** The caller's environment without its keys, and with every other host behind the mock, which refuses.
 * @param {number} port @param {string} codexHome @param {string} trace */
function environment(port, codexHome, trace) {
  const proxy = `http://127.0.0.1:${port}`;
  return {
    PATH: process.env.PATH,
    HOME: codexHome,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    RUST_LOG: 'error',
    CODEX_HOME: codexHome,
    CODEX_ROLLOUT_TRACE_ROOT: trace,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    ALL_PROXY: proxy,
    NO_PROXY: '127.0.0.1,localhost',
  };
}
