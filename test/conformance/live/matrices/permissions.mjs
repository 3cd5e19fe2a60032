// The permissions message and the `<filesystem>` element against `codex debug prompt-input`, byte for byte: sandbox,
// approvals, reviewer, features, network, writable roots, profiles with denied reads, rules, texts from a catalog.

import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { filesystemElement } from '../../../../dist/context/filesystem-element.js';
import {
  permissionsFragment,
  readPermissionsOverrides,
} from '../../../../dist/context/permissions-text.js';
import { PromptmillError } from '../../../../dist/contract/errors.js';
import { rulesForVersion } from '../../../../dist/contract/rules.js';
import { loadPack } from '../../../../dist/packs/load-pack.js';
import { resolvePolicy } from '../../../../dist/policy/resolve-policy.js';
import { selectPermissions } from '../../../../dist/policy/select-permissions.js';
import { diskFacts } from '../../../../dist/sources/path-facts.js';
import { permissionCases } from './permission-cases.mjs';
import { runCodex } from './run-codex.mjs';

export const matrix = { name: 'permissions', versions: ['0.145.0', '0.171.0'], run };

/** @typedef {import('./permission-cases.mjs').PermissionCase} PermissionCase */
/** @typedef {{ permissions?: string, filesystem?: string, error?: string }} Told */

const AT_A_TIME = 2;

/** Newer releases read AGENTS.md inside the sandbox; where that fails, nothing is told that could be compared. */
const SANDBOX_FAILED = 'failed to load AGENTS.md';

/** Newer releases make these in writable roots, to protect them, and may leave them behind. */
const MOUNT_TARGETS = ['/', '/tmp', '/var/tmp'].flatMap((root) =>
  ['.git', '.agents', '.codex', '.aws'].map((name) => join(root, name)),
);

const MODEL = 'gpt-5.5';

/**
 * @param {{ codex: string, version: string, work: string, pack: string }} setup
 * @returns {Promise<{ equal: number, total: number, misses: { name: string, found: string, expected: string }[] }>}
 */
async function run({ codex, version, work, pack }) {
  const texts = loadPack(pack).texts;
  const catalog = await bundledCatalog(codex, work);
  const residue = MOUNT_TARGETS.filter((folder) => !existsSync(folder));
  const queue = permissionCases(version).map((row, index) => ({ row, index }));
  let total = queue.length;
  /** @type {{ name: string, found: string, expected: string }[]} */
  const misses = [];
  const worker = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      const place = await stage(job, { work, catalog });
      const expected = await askCodex(codex, place);
      const found = tell(job.row, { place, version, texts, expected });
      if (expected.error?.includes(SANDBOX_FAILED) === true) total -= 1;
      else if (!isSame(found, expected)) {
        misses.push({ name: job.row.name, found: shown(found), expected: shown(expected) });
      }
      await rm(place.home, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  for (const folder of residue) if (existsSync(folder)) await rmdir(folder);
  return { equal: total - misses.length, total, misses };
}

/** A refusal equals a refusal: its words are each program's own. @param {Told} found @param {Told} expected */
function isSame(found, expected) {
  if (found.error !== undefined || expected.error !== undefined) {
    return found.error !== undefined && expected.error !== undefined;
  }
  return found.permissions === expected.permissions && found.filesystem === expected.filesystem;
}

/** @param {Told} told */
function shown(told) {
  return told.error ?? JSON.stringify([told.permissions, told.filesystem]);
}

/** @param {string} codex @param {string} work */
async function bundledCatalog(codex, work) {
  const home = join(work, 'catalog-home');
  await mkdir(home, { recursive: true });
  const { stdout } = await runCodex(codex, ['debug', 'models', '--bundled'], { home, cwd: work });
  return JSON.parse(stdout);
}

/** @param {{ row: PermissionCase, index: number }} job @param {{ work: string, catalog: any }} setup */
async function stage({ row, index }, { work, catalog }) {
  const home = join(work, `case-${index}`);
  const cwd = join(home, 'project');
  for (const folder of ['.git', ...(row.folders ?? [])]) {
    await mkdir(join(cwd, folder), { recursive: true });
  }
  const codexHome = join(home, 'codex-home');
  await mkdir(join(codexHome, 'rules'), { recursive: true });
  let settings = `model = "${MODEL}"\n`;
  if (row.messages !== undefined) {
    const models = catalog.models.map((/** @type {any} */ model) =>
      model.slug === MODEL
        ? { ...model, model_messages: { ...model.model_messages, ...row.messages } }
        : model,
    );
    const file = join(home, 'catalog.json');
    await writeFile(file, JSON.stringify({ ...catalog, models }));
    settings += `model_catalog_json = "${file}"\n`;
  }
  const config = placed(row.config ?? '', home);
  await writeFile(join(codexHome, 'config.toml'), `${settings}${config}`);
  if (row.rules !== undefined) await writeFile(join(codexHome, 'rules', 'a.rules'), row.rules);
  const overrides = (row.overrides ?? []).map((override) => placed(override, home));
  return { home, cwd, codexHome, config, overrides, row };
}

/** Newer releases make what a profile denies, in order to hide it: all paths of the cases are in the case's own folder. @param {string} text @param {string} home */
function placed(text, home) {
  return text.replaceAll('$CWD', join(home, 'project')).replaceAll('"/opt', `"${home}/opt`);
}

/** @typedef {Awaited<ReturnType<typeof stage>>} Place */

/** @param {string} codex @param {Place} place @returns {Promise<Told>} */
async function askCodex(codex, { cwd, codexHome, home, overrides, row }) {
  const args = [
    'debug',
    'prompt-input',
    ...overrides.flatMap((override) => ['-c', override]),
    ...(row.features ?? []).flatMap((feature) => ['--enable', feature]),
    'hello',
  ];
  const env = row.tmpDir === undefined ? {} : { TMPDIR: row.tmpDir };
  const { stdout, stderr } = await runCodex(codex, args, {
    home: codexHome,
    cwd,
    env: { ...env, HOME: home },
  });
  if (stdout.trim() === '') return { error: stderr.trim() };
  /** @type {Told} */
  const told = {};
  for (const { content = [] } of JSON.parse(stdout)) {
    for (const { text = '' } of content) {
      if (text.startsWith('<permissions instructions>')) told.permissions = text;
      told.filesystem ??= /<filesystem>.*<\/filesystem>/s.exec(text)?.[0];
    }
  }
  return told;
}

/** Codex's own files, which the message lists by paths that differ from run to run. */
const RUNTIME_READ = /<path>([^<]*(?:\/codex-resources\/zsh\/|\/tmp\/arg0)[^<]*)<\/path>/g;

/**
 * @param {PermissionCase} row
 * @param {{ place: Place, version: string, texts: import('../../../../dist/contract/texts.js').PackTexts, expected: Told }} setup
 * @returns {Told}
 */
function tell(row, { place, version, texts, expected }) {
  const rules = rulesForVersion(version);
  if (rules === undefined) throw new Error(`${version} has no rules`);
  const { cwd, codexHome, home, config, overrides } = place;
  try {
    const layers = [
      { values: parse(config), folder: codexHome },
      ...overrides.map((override) => ({ values: parse(override), folder: cwd })),
    ];
    const trust = /trust_level="(trusted|untrusted)"/.exec(config)?.[1];
    const selection = selectPermissions(
      layers,
      { cwd, home, ...(trust === 'trusted' || trust === 'untrusted' ? { trust } : {}) },
      rules,
    );
    const policy = resolvePolicy(
      {
        ...selection,
        cwd,
        runtimeReads: [...(expected.filesystem ?? '').matchAll(RUNTIME_READ)].map(
          ([, path]) => path,
        ),
        facts: diskFacts({ home, ...(row.tmpDir === undefined ? {} : { tmpDir: row.tmpDir }) }),
      },
      rules,
    );
    const { text } = permissionsFragment(
      {
        policy,
        approval: selection.approval,
        reviewer: selection.reviewer,
        features: {
          execPermissionApprovals: row.features?.includes('exec_permission_approvals') === true,
          requestPermissionsTool: row.features?.includes('request_permissions_tool') === true,
        },
        approvedPrefixes: row.prefixes ?? [],
        ...(row.messages === undefined
          ? {}
          : { overrides: readPermissionsOverrides(row.messages) }),
      },
      texts,
    );
    return { permissions: text, filesystem: filesystemElement(policy) };
  } catch (error) {
    if (error instanceof PromptmillError && error.code === 'bad_policy') {
      return { error: error.message };
    }
    throw error;
  }
}
