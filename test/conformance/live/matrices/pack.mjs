// A pack captured from the real binary: every text that was cut out of a recording, put back, is what another recording
// shows; the pack loads and is sound; and what each release has is all there.

import { join } from 'node:path';
import { capturePack } from '../../../../dist/packs/capture/capture-pack.js';
import { checkPack } from '../../../../dist/packs/check-pack.js';
import { loadPack } from '../../../../dist/packs/load-pack.js';
import { writePack } from '../../../../dist/packs/write-pack.js';

/** @typedef {{ name: string, found: unknown, expected: unknown }} Miss */

/** Texts that a release does not have, by the version; anything else that is missing is a miss. */
const ABSENT = /** @type {Readonly<Record<string, readonly RegExp[]>>} */ ({
  '0.145.0': [
    /^apps\.removed$/,
    /^plugins\.removed$/,
    /^context-window-guidance\./,
    /^model-instructions\./,
    /^tools\.(deferred|incremental|removed)/,
  ],
  '0.171.0': [/^base\.personality-/, /^personality\.lead$/],
});

export const matrix = { name: 'pack', versions: Object.keys(ABSENT), run };

/**
 * @param {{ codex: string, version: string, work: string }} place
 * @returns {Promise<{ equal: number, total: number, misses: Miss[] }>}
 */
async function run({ codex, version, work }) {
  const capture = await capturePack({ binary: codex });
  const checks = capture.texts.flatMap(({ id, checks: proofs }) =>
    proofs.map(({ rendered, recorded }) => ({ name: id, found: rendered, expected: recorded })),
  );
  const folder = join(work, 'captured');
  writePack(folder, {
    name: version,
    release: capture.release,
    source: 'captured',
    texts: Object.fromEntries(capture.texts.map(({ id, text }) => [id, text])),
    models: capture.models,
    missing: Object.fromEntries(capture.missing.map(({ id, reason }) => [id, reason])),
    catalog: capture.catalog,
  });
  const { texts } = loadPack(folder);
  const kept = capture.texts.map(({ id, text }) => ({
    name: id,
    found: texts[id],
    expected: text,
  }));
  const rows = [
    { name: 'release', found: capture.release, expected: version },
    ...checks,
    ...kept,
    ...capture.missing.map(({ id, reason }) => ({
      name: id,
      found: isAbsent(version, id) ? 'absent' : reason,
      expected: 'absent',
    })),
    ...checkPack({ name: version, folder })
      .filter(({ isError }) => isError)
      .map(({ id, problem }) => ({ name: id, found: problem, expected: 'sound' })),
  ];
  const misses = rows.filter(({ found, expected }) => found !== expected);
  return { equal: rows.length - misses.length, total: rows.length, misses };
}

/** @param {string} version @param {string} id */
function isAbsent(version, id) {
  const patterns = ABSENT[version] ?? [];
  return patterns.some((pattern) => pattern.test(id));
}
