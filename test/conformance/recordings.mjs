/** Reads recorded cases: rollouts, the requests the reference binary sent, and a pack put together from them. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ name: string, folder: string, rollouts: string[], requests: { name: string, url: string, body: any }[] }} RecordedCase */

/**
 * All cases below a folder of recordings, in name order.
 * @param {string} root
 * @returns {RecordedCase[]}
 */
export function readCases(root) {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => readCase(join(root, name), name));
}

function readCase(folder, name) {
  const files = readdirSync(folder).toSorted();
  const rollouts = files.filter(
    (file) => /^rollout.*\.jsonl$/.test(file) && file !== 'rollout-before.jsonl',
  );
  const requests = files
    .filter((file) => /^request-\d+\.json$/.test(file))
    .toSorted((one, other) => numberIn(one) - numberIn(other))
    .map((file) => {
      const { url, body } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      return { name: file, url, body };
    });
  return { name, folder, rollouts: rollouts.map((file) => join(folder, file)), requests };
}

/** @param {string} file */
function numberIn(file) {
  return Number(/\d+/.exec(file)?.[0]);
}

/**
 * Writes a pack whose texts are those the reference binary sent in the recordings; none of them is kept in this
 * repository.
 * @param {string} root a folder of recordings
 * @param {string} builtinPack folder of the built-in pack, for texts no recording shows
 * @returns {string} the pack's folder
 */
export function packFromRecordings(root, builtinPack) {
  const folder = mkdtempSync(join(tmpdir(), 'promptmill-pack-'));
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(builtinPack).filter((name) => name.endsWith('.md'))) {
    copyFileSync(join(builtinPack, file), join(folder, file));
  }
  const save = (id, text) => {
    if (text !== undefined) writeFileSync(join(folder, `${id}.md`), `${text}\n`);
  };
  save('compaction.prompt', lastText(root, '07-compact-manual-local', 'request-2.json'));
  save(
    'compaction.summary-prefix',
    summaryPrefix(join(root, '07-compact-manual-local', 'rollout.jsonl')),
  );
  const images = collectTexts(root, [
    'craft-i01-images-supported',
    'craft-i02-images-unsupported',
    'craft-i04-image-prep',
  ]);
  save(
    'media.remote-image',
    images.find((text) => /remote image/i.test(text)),
  );
  save(
    'media.detail-low',
    images.find((text) => /detail 'low'/.test(text)),
  );
  save(
    'media.unprocessable-image',
    images.find((text) => /omitted because it could not/.test(text)),
  );
  save(
    'media.no-image-input',
    images.find((text) => /^image .*support image input/.test(text)),
  );
  save(
    'media.no-audio-input',
    images.find((text) => /^audio .*support audio input/.test(text)),
  );
  save(
    'compaction.no-summary',
    collectTexts(root, ['craft-b13-legacy-compact-twice']).find((text) =>
      /^\(.*summary.*\)$/.test(text),
    ),
  );
  const outputs = collectTexts(root, [
    'craft-d20-remote-trim-multi',
    'craft-d19-remote-trim-blocked',
  ]);
  save(
    'compaction.output-rewritten',
    outputs.find((text) => /^Output .*truncated$/.test(text)),
  );
  return folder;
}

function lastText(root, name, file) {
  const path = join(root, name, file);
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')).body.input.at(-1)?.content?.[0]?.text;
}

function summaryPrefix(path) {
  if (!existsSync(path)) return undefined;
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .find((text) => text.includes('"type":"compacted"'));
  if (line === undefined) return undefined;
  const { message } = JSON.parse(line).payload;
  return message.slice(0, message.lastIndexOf('\n'));
}

/** All texts in the inputs of some cases' requests. */
function collectTexts(root, names) {
  return names
    .map((name) => join(root, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readCase(folder, '').requests)
    .flatMap((request) => request.body?.input ?? [])
    .flatMap(textsOf);
}

function textsOf({ content, output }) {
  const parts = [content, output].flatMap((value) => (Array.isArray(value) ? value : []));
  const texts = parts.map(({ text }) => text);
  return [output, ...texts].filter((text) => typeof text === 'string');
}
