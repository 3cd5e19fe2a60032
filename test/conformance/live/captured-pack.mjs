// A pack captured from the binary of a release, kept beside it: capturing takes minutes.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capturePack } from '../../../dist/packs/capture/capture-pack.js';
import { writePack } from '../../../dist/packs/write-pack.js';

/**
 * @param {string} binary
 * @param {string} version
 * @returns {Promise<string>} the pack's folder
 */
export async function capturedPack(binary, version) {
  // node_modules/.bin/codex, below a folder of the release's own.
  const folder = join(dirname(binary), '..', '..', `pack-${version}`);
  if (existsSync(join(folder, 'pack.json'))) return folder;
  const capture = await capturePack({ binary });
  writePack(folder, {
    name: `pack-${version}`,
    release: capture.release,
    source: 'captured',
    texts: Object.fromEntries(capture.texts.map(({ id, text }) => [id, text])),
    models: capture.models,
    missing: Object.fromEntries(capture.missing.map(({ id, reason }) => [id, reason])),
    catalog: capture.catalog,
  });
  return folder;
}
