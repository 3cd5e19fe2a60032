// What a release needs before its scenarios run: a binary and two catalogs.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extendCatalog, readBundledCatalog } from './catalogs.mjs';
import { installCodex } from './install-codex.mjs';
import { ALL_RELEASES } from './releases.mjs';

/** @typedef {import('./record-scenario.mjs').Setup} Setup */

/**
 * @param {ReadonlySet<string>} versions
 * @param {string} out where the catalogs go
 * @returns {Promise<{ setups: ReadonlyMap<string, Setup>, missing: readonly string[] }>} `missing` says why a release has no binary
 */
export async function prepareReleases(versions, out) {
  /** @type {Record<string, string>} */
  const binaries = {};
  const missing = [];
  for (const release of ALL_RELEASES.filter(({ version }) => versions.has(version))) {
    const found = await installCodex(release);
    if ('missing' in found) missing.push(`${release.version}: ${found.missing}`);
    else binaries[release.version] = found.binary;
  }

  const bundled = await readCatalogs(binaries);
  /** @type {Map<string, Setup>} */
  const setups = new Map();
  for (const release of ALL_RELEASES) {
    const catalog = bundled[release.version];
    if (catalog === undefined) continue;
    const extended = extendCatalog(catalog, release.models);
    const catalogs = await writeCatalogs(join(out, release.version), {
      bundled: catalog,
      extended,
    });
    setups.set(release.version, { release, catalogs, binaries });
  }
  return { setups, missing };
}

/** @param {Readonly<Record<string, string>>} binaries */
async function readCatalogs(binaries) {
  const home = await mkdtemp(join(tmpdir(), 'promptmill-catalog-'));
  /** @type {Record<string, import('./catalogs.mjs').Catalog>} */
  const catalogs = {};
  for (const [version, binary] of Object.entries(binaries)) {
    catalogs[version] = await readBundledCatalog(binary, home);
  }
  await rm(home, { recursive: true, force: true });
  return catalogs;
}

/** @param {string} folder @param {{ bundled: object, extended: object }} catalogs @returns {Promise<Setup['catalogs']>} */
async function writeCatalogs(folder, { bundled, extended }) {
  await mkdir(folder, { recursive: true });
  const paths = {
    bundled: join(folder, 'catalog.json'),
    extended: join(folder, 'catalog-extended.json'),
  };
  await writeFile(paths.bundled, JSON.stringify(bundled));
  await writeFile(paths.extended, JSON.stringify(extended));
  return paths;
}
