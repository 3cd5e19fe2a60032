#!/usr/bin/env node
// Checks that no tracked file repeats prose of the recorded requests: that text belongs to others.
//
// Recordings are looked for in PROMPTMILL_RECORDINGS (folders, separated like PATH) or beside the
// repository. Without them there is nothing to compare with: the check says so and passes.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTrackedTexts } from './tracked-files.mjs';

const REPO = fileURLToPath(new URL('..', import.meta.url));

/** Short enough to catch a copied sentence, long enough that nobody writes the same by chance. */
const RUN_WORDS = 10;

/**
 * Markers by which a fragment is recognised are format too, however long. Each stands in the table
 * of fragments, and here only because it is longer than a run.
 */
const MARKERS = [
  'Warning: The maximum number of unified exec processes you can keep open is',
  'Warning: Your account was flagged for potentially high-risk cyber activity',
];

/** Keys under which a request keeps text that a person wrote. */
const PROSE_KEYS = new Set(['instructions', 'text', 'description', 'base_instructions']);

/**
 * @param {Iterable<string>} texts
 * @returns {Set<string>} every run of RUN_WORDS words in them
 */
export function collectRuns(texts) {
  const runs = new Set();
  for (const text of new Set(texts)) {
    for (const { run } of wordRuns(text)) runs.add(run);
  }
  return runs;
}

/**
 * @param {readonly { path: string, text: string }[]} files
 * @param {ReadonlySet<string>} runs
 * @returns {string[]} at most one line for each file
 */
export function findCopies(files, runs) {
  return files.flatMap(({ path, text }) => {
    const found = wordRuns(text).find(({ run }) => runs.has(run));
    if (found === undefined) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`${path}:${line}: prose of a recording: "${found.run} …"`];
  });
}

/** Tags, paths, escapes and markers are format: whoever reads it must write it the same way. */
function wordRuns(text) {
  const blank = (match) => ' '.repeat(match.length);
  const prose = MARKERS.reduce((rest, marker) => rest.replaceAll(marker, blank), text)
    .replaceAll(/\\[nrt"]/g, blank)
    .replaceAll(/<[^<>\n]{1,80}>/g, (tag) => `#${blank(tag).slice(1)}`)
    .replaceAll(/\S+/g, (token) => (/[/_={}]/.test(token) ? `#${blank(token).slice(1)}` : token));
  const words = Array.from(prose.matchAll(/[a-z]+(?:'[a-z]+)*|#/gi), ({ 0: word, index }) => ({
    word: word.toLowerCase(),
    index,
  }));
  return words.slice(0, Math.max(0, words.length - RUN_WORDS + 1)).flatMap(({ index }, start) => {
    const run = words.slice(start, start + RUN_WORDS).map(({ word }) => word);
    return run.includes('#') ? [] : [{ run: run.join(' '), index }];
  });
}

function recordingFolders() {
  const named = process.env.PROMPTMILL_RECORDINGS;
  if (named !== undefined) return named.split(delimiter).filter((folder) => existsSync(folder));
  const shared = join(REPO, '..', 'shared');
  if (!existsSync(shared)) return [];
  return readdirSync(shared)
    .filter((name) => name.startsWith('oracle'))
    .map((name) => join(shared, name));
}

function* recordedProse(folders) {
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true })) {
      const isRecording = /(^|[\\/])(request-\d+|catalog)\.json$/.test(name);
      if (isRecording) yield* proseIn(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    }
  }
}

function* proseIn(value) {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (typeof child === 'string') {
      if (PROSE_KEYS.has(key)) yield child;
    } else {
      yield* proseIn(child);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = recordingFolders();
  if (folders.length === 0) {
    console.log('prose: skipped, no recordings on this machine');
  } else {
    const runs = collectRuns(recordedProse(folders));
    const files = readTrackedTexts(REPO);
    const copies =
      runs.size === 0 ? ['no prose was found in the recordings'] : findCopies(files, runs);
    for (const copy of copies) console.error(copy);
    console.log(`prose: ${files.length} files against ${runs.size} runs, ${copies.length} copies`);
    process.exitCode = copies.length === 0 ? 0 : 1;
  }
}
