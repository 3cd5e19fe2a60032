// AGENTS.md against `codex debug prompt-input`, byte for byte: layouts of files; and against sessions in which the
// directory, the environments or the files change.

import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentsMdSnapshot, fullAgentsMd } from '../../../../dist/context/agents-md.js';
import { rulesForVersion } from '../../../../dist/contract/rules.js';
import { discoverAgentsMd } from '../../../../dist/sources/agents-md/discover.js';
import { PROMPTMILL } from '../verify-recording.mjs';
import { layouts } from './agents-md-layouts.mjs';
import { compareSessions } from './agents-md-sessions.mjs';
import { makeLayout } from './make-layout.mjs';
import { runCodex } from './run-codex.mjs';

export const matrix = { name: 'agents-md', versions: ['0.145.0', '0.171.0'], run };

/** @typedef {import('./agents-md-layouts.mjs').Layout} Layout */
/** @typedef {{ name: string, found: string, expected: string }} Miss */

const AT_A_TIME = 2;
const HEADING = '# AGENTS.md instructions';

/** Root reads everything unless it gives these up. */
const UNPRIVILEGED = [
  'setpriv',
  '--bounding-set=-dac_override,-dac_read_search',
  '--inh-caps=-dac_override,-dac_read_search',
];

/**
 * @param {{ codex: string, version: string, work: string, pack: string }} setup
 * @returns {Promise<{ equal: number, total: number, misses: Miss[] }>}
 */
async function run(setup) {
  const rows = layouts();
  const queue = rows.map((layout, index) => ({
    layout,
    root: join(setup.work, `layout-${index}`),
  }));
  /** @type {Miss[]} */
  const misses = [];
  const worker = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      const miss = await compareLayout(job.layout, job.root, setup);
      if (miss !== undefined) misses.push(miss);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  const sessions = await compareSessions(setup);
  const total = rows.length + sessions.total;
  misses.push(...sessions.misses);
  return { equal: total - misses.length, total, misses };
}

/** @param {Layout} layout @param {string} folder @param {{ codex: string, version: string }} setup @returns {Promise<Miss | undefined>} */
async function compareLayout(layout, folder, { codex, version }) {
  await mkdir(join(folder, 'home'), { recursive: true });
  const root = await realpath(folder);
  makeLayout(root, { r: { kind: 'folder' }, ...layout.nodes });
  const place = { home: join(root, 'home'), cwd: join(root, layout.cwd ?? 'r') };
  await mkdir(place.cwd, { recursive: true });
  await writeFile(join(place.home, 'config.toml'), configToml(layout, root));
  const expected = await askCodex(codex, layout, place);
  const found = await askUs(version, layout, place);
  await rm(root, { recursive: true, force: true });
  return found === expected ? undefined : { name: layout.name, found, expected };
}

/** @param {Layout} layout @param {string} root */
function configToml({ trust }, root) {
  const table = trust === undefined ? '' : `[projects."${root}/r"]\ntrust_level = "${trust}"\n`;
  return `check_for_update_on_startup = false\n${table}`;
}

/** @param {string} codex @param {Layout} layout @param {{ home: string, cwd: string }} place @returns {Promise<string>} */
async function askCodex(codex, { settings = {}, args, unprivileged }, place) {
  const { fallbackNames, rootMarkers, maxBytes } = settings;
  const told = args ?? [
    ...(fallbackNames
      ? ['-c', `project_doc_fallback_filenames=${JSON.stringify(fallbackNames)}`]
      : []),
    ...(rootMarkers ? ['-c', `project_root_markers=${JSON.stringify(rootMarkers)}`] : []),
    ...(maxBytes === undefined ? [] : ['-c', `project_doc_max_bytes=${maxBytes}`]),
  ];
  const [command = codex, ...words] = [
    ...(unprivileged ? UNPRIVILEGED : []),
    codex,
    'debug',
    'prompt-input',
    ...told,
  ];
  const { stdout, stderr, code } = await runCodex(command, words, place);
  if (code !== 0) return `ended with ${code}: ${stderr}`;
  /** @type {{ role?: string, content?: { text?: string }[] }[]} */
  const items = JSON.parse(stdout);
  const texts = items.flatMap(({ role, content = [] }) =>
    role === 'user' ? content.map(({ text = '' }) => text) : [],
  );
  return texts.find((text) => text.startsWith(HEADING)) ?? '';
}

/** @param {string} version @param {Layout} layout @param {{ home: string, cwd: string }} place @returns {Promise<string>} */
async function askUs(version, layout, { home, cwd }) {
  const { settings = {}, trust, unprivileged } = layout;
  const rules = rulesForVersion(version);
  if (rules === undefined) throw new Error(`no rules for ${version}`);
  if (unprivileged) return askOurProgram(rules.id, settings, { home, cwd });
  const { loaded } = discoverAgentsMd({
    environments: [{ id: 'local', cwd }],
    codexHome: home,
    ...settings,
    isUntrusted: trust === 'untrusted',
    rules,
  });
  return fullAgentsMd(agentsMdSnapshot(loaded)) ?? '';
}

/** @param {string} rules @param {import('./agents-md-layouts.mjs').Settings} settings @param {{ home: string, cwd: string }} place */
async function askOurProgram(rules, { rootMarkers, maxBytes }, place) {
  const [command = '', ...words] = [
    ...UNPRIVILEGED,
    process.execPath,
    PROMPTMILL,
    'agents-md',
    '.',
    '--codex-home',
    place.home,
    '--rules',
    rules,
    ...(rootMarkers ? ['--root-markers', rootMarkers.join(',')] : []),
    ...(maxBytes === undefined ? [] : ['--max-bytes', String(maxBytes)]),
  ];
  const { stdout, stderr, code } = await runCodex(command, words, place);
  return code === 0 ? stdout.replace(/\n$/, '') : `ended with ${code}: ${stderr}`;
}
